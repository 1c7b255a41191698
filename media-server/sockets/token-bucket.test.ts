import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

const taken = (bucket: TokenBucket, now: number, tries: number) =>
  Array.from({ length: tries }, () => bucket.take(now)).filter(Boolean).length;

test('Allows a burst up to the capacity, then what has flowed in since', () => {
  const bucket = new TokenBucket(10, 5, 1_000);
  expect(taken(bucket, 1_000, 20)).toBe(10);
  expect(taken(bucket, 1_100, 20)).toBe(0);
  expect(taken(bucket, 2_000, 20)).toBe(5);
});

test('Never holds more than its capacity', () => {
  const bucket = new TokenBucket(10, 5, 0);
  expect(taken(bucket, 3_600_000, 20)).toBe(10);
});
