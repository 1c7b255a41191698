import QRCode from 'qrcode';

/**
 * Says where to go.
 * @param addresses of this machine in its network, for phones; they get a code to scan
 */
export async function greet(scheme: string, port: number, addresses: string[]): Promise<void> {
  const [phoneAddress] = addresses.map((address) => `${scheme}://${address}:${port}`);
  console.log(`\nPanocall is ready: ${scheme}://localhost:${port}`);
  if (phoneAddress) {
    console.log(`On phones in the same network: ${phoneAddress}`);
    console.log(
      'The browser warns of the certificate, which this machine has made itself: go on all the same.',
    );
    console.log(await QRCode.toString(phoneAddress, { type: 'terminal', small: true }));
  }
  console.log('Ctrl-C stops it.\n');
}
