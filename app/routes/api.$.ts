import { refusal } from '#app/http/answer.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

const notFound = () => refusal(new ProtocolError('NOT_FOUND'));

/** Addresses under /api that are nothing answer as the others there do. */
export { notFound as action, notFound as loader };
