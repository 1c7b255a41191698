import { expect, it } from 'vitest';
import { textOfValue, typedValue } from './parameter-value.ts';

it('writes and reads numbers in both languages', () => {
  const fee = 'payment-fee-percent';
  expect(textOfValue(fee, '12.5', 'en')).toBe('12.5');
  expect(textOfValue(fee, '12.5', 'es')).toBe('12,5');
  expect(['12.5', ' 12,5 '].map((typed) => typedValue(fee, typed))).toEqual(['12.5', '12.5']);
});

it('leaves what is no number alone', () => {
  expect(textOfValue('payment-fee-percent', 'much', 'es')).toBe('much');
  expect(textOfValue('payment-fee-percent', '', 'es')).toBe('');
  expect(typedValue('store-ios', 'https://example.org/?ids=1,2')).toBe('https://example.org/?ids=1,2');
  expect(typedValue('of-others', '1,5')).toBe('1,5');
});
