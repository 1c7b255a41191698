import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

const DAY_MS = 24 * 60 * 60_000;
/** Apple devices reject certificates valid for longer. */
const VALID_MS = 397 * DAY_MS;

/** IPv4 addresses at which other machines can reach this one. */
export function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

/**
 * A self-signed certificate for this machine's addresses, kept until they change or it expires, so that a phone has to
 * accept it only once.
 */
export async function selfSignedCertificate(
  dataFolder: string,
  addresses: string[],
): Promise<{ certFile: string; keyFile: string }> {
  const certFile = join(dataFolder, 'certificate.pem');
  const keyFile = join(dataFolder, 'certificate-key.pem');
  const hosts = ['127.0.0.1', ...addresses];
  if (!(await isUsable(certFile, hosts))) {
    const now = Date.now();
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'Panocall' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      // A phone's clock may be slow.
      notBeforeDate: new Date(now - DAY_MS),
      notAfterDate: new Date(now - DAY_MS + VALID_MS),
      extensions: [
        { name: 'basicConstraints', cA: false },
        { name: 'keyUsage', digitalSignature: true },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: [{ type: 2, value: 'localhost' }, ...hosts.map((ip) => ({ type: 7 as const, ip }))],
        },
      ],
    });
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    await writeFile(keyFile, key, { mode: 0o600 });
    await writeFile(certFile, cert);
  }
  return { certFile, keyFile };
}

async function isUsable(certFile: string, hosts: string[]): Promise<boolean> {
  try {
    const certificate = new X509Certificate(await readFile(certFile));
    const daysLeft = (certificate.validToDate.getTime() - Date.now()) / DAY_MS;
    return daysLeft > 7 && hosts.every((host) => certificate.checkIP(host));
  } catch {
    return false;
  }
}
