import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { confirmPassword } from '#app/accounts/passwords/confirmation.server.ts';
import { removePasskey } from '#app/accounts/second-factor/factors.server.ts';
import { renamePasskey } from '#app/accounts/second-factor/passkeys.server.ts';
import { answer, byMethod, readJson, readParams } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { removePasskey: remove, renamePasskey: rename } = ACCOUNT_CALLS;

export const action = byMethod({
  PUT: ({ request, params }) =>
    answer(rename, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, rename.params);
      const { name } = await readJson(request, rename.body);
      await renamePasskey(viewer, id, name);
      return { body: {} };
    }),

  DELETE: ({ request, params }) =>
    answer(remove, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, remove.params);
      const { password } = await readJson(request, remove.body);
      await confirmPassword(viewer, password);
      await removePasskey(viewer, id, originOf(request));
      return { body: {} };
    }),
});
