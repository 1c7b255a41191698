import { describe, expect, it } from 'vitest';
import { directionIn } from './words.ts';

describe('Finds the direction in a sentence', () => {
  it.each([
    ['Left', 'left'],
    ['could you turn right, please?', 'right'],
    ['now go forward', 'up'],
    ['Straight ahead!', 'up'],
    ['come back', 'down'],
    ['Stop.', 'stop'],
    ['left, no, right', 'right'],
    ['stop right there', 'stop'],
    ['go on, all right', null],
    ['the leftovers are delightful, unstoppable', null],
    ['izquierda', null],
    ['', null],
  ])('in English: %s', (sentence, direction) => {
    expect(directionIn(sentence, 'en')).toBe(direction);
  });

  it.each([
    ['Izquierda', 'left'],
    ['gira a la DERECHA, por favor', 'right'],
    ['sigue adelante', 'up'],
    ['vuelve atrás', 'down'],
    ['ve hacia atra\u0301s', 'down'],
    ['¡Para!', 'stop'],
    ['para, para', 'stop'],
    ['para, por favor', 'stop'],
    ['¡alto!', 'stop'],
    ['a la izquierda, no, a la derecha', 'right'],
    ['a la derecha para ver la plaza', 'right'],
    ['habla más alto', null],
    ['left', null],
  ])('in Spanish: %s', (sentence, direction) => {
    expect(directionIn(sentence, 'es')).toBe(direction);
  });
});
