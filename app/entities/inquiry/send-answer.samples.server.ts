import { samplesOf } from '#app/platform/mail/samples.server.ts';
import { answerEmail } from './send-answer.email.server.ts';

export const answerSamples = samplesOf(answerEmail, {
  inquiryAnswer: {
    message: 'Does my camera work with Panocall?\nIt is a dual fisheye one.',
    answer: 'Yes. Connect it by USB and choose it before the call.',
  },
});
