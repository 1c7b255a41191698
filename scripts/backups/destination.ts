import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { clusterUrl, startCluster } from '../postgres/cluster.ts';
import { DATA_FOLDER, loadEnvFile } from '../stack/settings.ts';

/** Calls `work` with the database of DATABASE_URL, or the embedded one, which is started unless it runs. */
export async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  loadEnvFile();
  const path = join(DATA_FOLDER, 'postgres');
  const url = process.env.DATABASE_URL || (await clusterUrl(path));
  if (url) return work(url);
  const cluster = await startCluster(path);
  try {
    return await work(cluster.url());
  } finally {
    await cluster.stop();
  }
}

/** Folder of uploaded pictures; null if they are in a bucket. */
export function picturesFolder(): string | null {
  const { S3_BUCKET, STORAGE_FOLDER } = process.env;
  return S3_BUCKET ? null : resolve(STORAGE_FOLDER || join(DATA_FOLDER, 'files'));
}

/** Copies missing files: a file's name is random and its content never changes. */
export async function addFiles(from: string, to: string): Promise<void> {
  if (existsSync(from)) await cp(from, to, { recursive: true, force: false });
}
