/**
 * Examples on the API's page. `tests/api/site/examples.test.ts` runs them, `e2e/call/embed/embedding.spec.ts` those for
 * browsers. SITE, KEY and ROOM stand for the site's address, an API key and a room's id.
 */
export const EXAMPLES = {
  makeRoomWithCurl: {
    title: 'Make a room',
    code: `curl SITE/api/room \\
  -H 'Authorization: Bearer KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"hostName": "Ada", "expiresInMinutes": 30}'`,
  },
  makeRoom: {
    title: 'The same in JavaScript, on your server',
    code: `const answer = await fetch('SITE/api/room', {
  method: 'POST',
  headers: { Authorization: 'Bearer KEY', 'Content-Type': 'application/json' },
  body: JSON.stringify({ hostName: 'Ada', expiresInMinutes: 30 }),
});
if (!answer.ok) throw new Error((await answer.json()).code);
// Send one person to hostUrl and the other one to guestUrl.
export const { id, hostUrl, guestUrl } = await answer.json();`,
  },
  makeStreamedRoom: {
    title: 'A room for a camera that streams',
    code: `const answer = await fetch('SITE/api/room', {
  method: 'POST',
  headers: { Authorization: 'Bearer KEY', 'Content-Type': 'application/json' },
  body: JSON.stringify({ ingest: true, projection: 'equirectangular' }),
});
if (!answer.ok) throw new Error((await answer.json()).code);
// Set up the program that streams: by WHIP with the address ingest.whip and the bearer token ingest.key, or, unless it is null, by
// RTMP with the server ingest.rtmp and the stream key ingest.key.
export const { hostUrl, guestUrl, ingest } = await answer.json();`,
  },
  makeWatchedRoom: {
    title: 'A room that a screen shows',
    code: `const answer = await fetch('SITE/api/room', {
  method: 'POST',
  headers: { Authorization: 'Bearer KEY', 'Content-Type': 'application/json' },
  body: JSON.stringify({ watch: true }),
});
if (!answer.ok) throw new Error((await answer.json()).code);
// Set up the player that shows the host's camera: by WHEP with the address watch.whep and the bearer token watch.key.
export const { hostUrl, guestUrl, watch } = await answer.json();`,
  },
  readRoom: {
    title: 'What became of it',
    code: `const answer = await fetch('SITE/api/room/ROOM', { headers: { Authorization: 'Bearer KEY' } });
export const { status, durationMs, endReason } = await answer.json();`,
  },
  verify: {
    title: 'Verify a webhook, with Node.js',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';

/** @param body the request's, byte for byte @param signature its header Panocall-Signature */
export function isFromPanocall(body, signature, secret) {
  const [, time, all] = /^t=(\\d+)((?:,v1=[0-9a-f]{64})+)$/.exec(signature) ?? [];
  // An old one may be someone else's copy.
  if (!all || Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const right = createHmac('sha256', secret).update(\`\${time}.\${body}\`).digest();
  // Two, while Panocall exchanges its keys.
  const given = all.split(',v1=').slice(1);
  return given.some((hmac) => timingSafeEqual(right, Buffer.from(hmac, 'hex')));
}`,
  },
  embed: {
    title: "Embed a room in a page of one of the key's websites",
    code: `<div id="call" style="height: 480px"></div>
<script src="SITE/panocall.js"></script>
<script>
  const call = Panocall.embed(document.getElementById('call'), guestUrl, {
    events: { ended: ({ reason }) => console.log('The call has ended:', reason) },
  });
</script>`,
  },
} as const;
