import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { freePort } from '#scripts/processes/ports.ts';

const eventSchema = z.object({
  id: z.uuid(),
  type: z.string(),
  createdAt: z.iso.datetime(),
  data: z.looseObject({}),
});

type Received = z.infer<typeof eventSchema> & { signature: string; body: string };

/** A webhook receiver, which keeps the events it receives. */
export type Receiver = {
  url: string;
  /** Host and port, for WEBHOOK_HOSTS. */
  host: string;
  got: Received[];
  /** Answers the next events; by default with 200. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const receiver: Receiver = {
    url: `http://${host}/hook`,
    host,
    got: [],
    answer: (_request, response) => void response.writeHead(200).end('thanks'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const signature = String(request.headers['panocall-signature']);
    receiver.got.push({ ...eventSchema.parse(JSON.parse(body)), signature, body });
    receiver.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return receiver;
}

/** Verifies a signature as the API's description tells receivers to. */
export function isSigned({ signature, body }: Received, secret: string): boolean {
  const [, seconds = '', hmacs = ''] = /^t=(\d+)((?:,v1=[0-9a-f]{64})+)$/.exec(signature) ?? [];
  const isFresh = Math.abs(Date.now() / 1000 - Number(seconds)) < 300;
  const right = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return isFresh && hmacs.split(',v1=').includes(right);
}
