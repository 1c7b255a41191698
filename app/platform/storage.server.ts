import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Env } from './env.server.ts';
import { env } from './env.server.ts';

type StorageSettings = Pick<
  Env,
  'STORAGE_FOLDER' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/**
 * Opens the file storage: a local folder, or a bucket if one is configured. A file's path consists of the random key of
 * its owner (`newFileKey`) and a name from the code, never one from a user.
 */
async function openStorage(settings: StorageSettings): Promise<Disk> {
  if (!settings.S3_BUCKET) {
    return new Disk(new FSDriver({ location: resolve(settings.STORAGE_FOLDER), visibility: 'private' }));
  }
  // Loaded lazily: it costs half a second and 20 MB.
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      bucket: settings.S3_BUCKET,
      region: settings.S3_REGION ?? 'us-east-1',
      visibility: 'private',
      // New buckets reject ACLs, and other stores do not support them.
      supportsACL: false,
      // Stores other than Amazon's often lack the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(settings.S3_ENDPOINT ? { endpoint: settings.S3_ENDPOINT, forcePathStyle: true } : {}),
      ...(settings.S3_ACCESS_KEY_ID && settings.S3_SECRET_ACCESS_KEY
        ? {
            credentials: {
              accessKeyId: settings.S3_ACCESS_KEY_ID,
              secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
            },
          }
        : {}),
    }),
  );
}

/** 128 random bits: unguessable, reveals nothing. */
export function newFileKey(): string {
  return randomBytes(16).toString('hex');
}

let opened: Promise<Disk> | undefined;

/** This process's storage. */
export function storage(): Promise<Disk> {
  opened ??= openStorage(env);
  return opened;
}
