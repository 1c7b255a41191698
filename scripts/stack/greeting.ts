import QRCode from 'qrcode';
import packageJson from '#package.json' with { type: 'json' };

/**
 * Prints the version and the site's URLs.
 * @param addresses of this machine on its network, for phones; printed with a QR code
 */
export async function greet(scheme: string, port: number, addresses: string[]): Promise<void> {
  const [phoneAddress] = addresses.map((address) => `${scheme}://${address}:${port}`);
  console.log(`\nPanocall ${packageJson.version} is ready: ${scheme}://localhost:${port}`);
  if (phoneAddress) {
    console.log(`On phones on the same network: ${phoneAddress}`);
    console.log('Your browser will warn about the self-signed certificate; continue anyway.');
    console.log(await QRCode.toString(phoneAddress, { type: 'terminal', small: true }));
  }
  console.log('Press Ctrl-C to stop.\n');
}
