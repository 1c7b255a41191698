import { expect, test } from 'vitest';
import { FIRST_FRAME_MARK, PaintMeter } from './paint-meter.ts';

test('counts frames and marks the first one', () => {
  const meter = new PaintMeter();
  expect(meter).toMatchObject({ painted: 0, firstPaintedAt: null, way: null });
  meter.countFrame('planes');
  meter.countFrame('texture');
  const marks = performance.getEntriesByName(FIRST_FRAME_MARK);
  expect(marks).toHaveLength(1);
  expect(meter).toMatchObject({ painted: 2, firstPaintedAt: marks[0]?.startTime, way: 'texture' });
});
