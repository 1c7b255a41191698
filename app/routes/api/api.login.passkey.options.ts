import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { findChallenge } from '#app/accounts/second-factor/challenges.server.ts';
import { askForPasskey } from '#app/accounts/second-factor/passkey-use.server.ts';
import { answer, byMethod, readJson } from '#app/http/answers/answer.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { refuseCrossSite } from '#app/http/origin.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

const { askForPasskey: ask } = ACCOUNT_CALLS;

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(ask, async () => {
      refuseCrossSite(request);
      const { secondStep } = await readJson(request, ask.body);
      await spend('passkey', context.clientAddress);
      const pending = secondStep ? await findChallenge('SECOND_FACTOR', request) : undefined;
      if (secondStep && !pending) throw new ProtocolError('NOT_SIGNED_IN');
      const { options, setCookie } = await askForPasskey(pending?.userId ?? null, request);
      return { body: options, setCookie };
    }),
});
