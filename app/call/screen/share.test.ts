import { expect, test } from 'vitest';
import { refusalOf } from './share.ts';

test.each([
  ['Permission denied by user', 'NotAllowedError', 'declined'],
  ['Permission denied by system', 'NotAllowedError', 'blocked'],
  ['Could not start video source', 'NotReadableError', 'blocked'],
  ['Requested device not found', 'NotFoundError', 'blocked'],
  ['Invalid state', 'InvalidStateError', 'failed'],
])('“%s” (%s) is %s', (message, name, outcome) => {
  expect(refusalOf(new DOMException(message, name))).toBe(outcome);
});
