import { z } from 'zod';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { sweepFiles } from './files.server.ts';

/** Deletes files that no row refers to. */
export const removeFiles = defineJob({
  name: 'remove-files',
  data: z.object({}),
  schedule: '* * * * *',
  run: sweepFiles,
});
