import { expect, it } from 'vitest';
import { directionInWords, placeAhead } from './bearing.ts';

const words = (yaw: number, pitch: number) =>
  directionInWords({ yaw, pitch }, (name, degrees) => `${name} ${degrees}`);

it('states a direction relative to the front, leaving out what is ahead', () => {
  expect(words(0, 0)).toBe('ahead 0');
  expect(words(-90.4, 3)).toBe('left 90');
  expect(words(120, -40)).toBe('right 120, down 40');
  expect(words(7, 60)).toBe('up 60');
});

it('finds the place nearest to the middle of the view', () => {
  const door = { name: 'door', yaw: 175, pitch: 0 };
  const table = { name: 'table', yaw: -170, pitch: -20 };
  expect(placeAhead({ yaw: -175, pitch: 0 }, [table, door])).toBe(door);
  expect(placeAhead({ yaw: -172, pitch: -18 }, [door, table])).toBe(table);
  expect(placeAhead({ yaw: 150, pitch: 0 }, [door, table])).toBeNull();
  expect(placeAhead({ yaw: 0, pitch: 0 }, [])).toBeNull();
});
