import { refusal } from '#app/http/answers/answer.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

const notFound = () => refusal(new ProtocolError('NOT_FOUND'));

/** Unknown URLs below /api: responds with a JSON error like the API's calls. */
export { notFound as action, notFound as loader };
