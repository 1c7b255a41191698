/**
 * SHA-256 of the archives of prebuilt workers that we have verified, by file name. GitHub shows the digest of each at
 * https://github.com/versatica/mediasoup/releases; compare it with that of your own download before adding it here.
 */
export const CHECKSUMS: Readonly<Record<string, string>> = {};
