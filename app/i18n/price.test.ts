import { expect, it } from 'vitest';
import { currencySymbol, formatAmount, formatPrice, mainOf, shownMinor } from './price.ts';

it.each([
  [0.5, 'EUR', 'en', '€0.50'],
  [99.99, 'EUR', 'en', '€99.99'],
  [100, 'EUR', 'en', '€100'],
  [1234.5, 'GBP', 'en', '£1,235'],
  [12, 'USD', 'en', '$12.00'],
  [12, 'CNY', 'en', '¥12.00'],
  [1.2, 'EUR', 'es', '1,20 €'],
  [100, 'USD', 'es', '100 $'],
])('formats a price of %d %s in %s as %s', (amount, currency, language, text) => {
  // Spanish formatting uses a non-breaking space there.
  expect(formatPrice(amount, currency, language).replace(/\s/g, ' ')).toBe(text);
});

it.each([
  [9_999, 9_999],
  [10_000, 10_000],
  [10_049, 10_000],
  [123_450, 123_500],
])('books a price of %d as it is shown', (entered, booked) => {
  expect(shownMinor(entered, 'EUR')).toBe(booked);
  const texts = [entered, booked].map((minor) => formatPrice(mainOf(minor, 'EUR'), 'EUR', 'en'));
  expect(texts[0]).toBe(texts[1]);
});

it.each([
  [12_050, 'EUR', 'en', '€120.50'],
  [1, 'USD', 'en', '$0.01'],
  [12_000, 'EUR', 'es', '120,00 €'],
])('formats a sum of %d %s in %s as %s', (minor, currency, language, text) => {
  expect(formatAmount(minor, currency, language).replace(/\s/g, ' ')).toBe(text);
});

it.each([
  ['EUR', '€'],
  ['GBP', '£'],
  ['USD', '$'],
  ['CNY', '¥'],
])('gives %s the sign %s in both languages', (currency, sign) => {
  expect(['en', 'es'].map((language) => currencySymbol(currency, language))).toEqual([sign, sign]);
});
