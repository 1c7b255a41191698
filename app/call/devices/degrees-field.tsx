import { useLayoutEffect, useRef } from 'react';
import { Field, useField } from '#app/components/ui/field.tsx';
import { filledPart } from './filled-part.ts';
import './degrees-field.css';

type DegreesFieldProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange(value: number): void;
};

/** A slider, in half degrees, filled from zero. */
export function DegreesField({ label, value, min, max, onChange }: DegreesFieldProps) {
  const field = useField({});
  const slider = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const [from, to] = filledPart(value, min, max);
    // The thumb's centre stays within the track.
    const place = (part: number) => `calc(var(--thumb) / 2 + ${part} * (100% - var(--thumb)))`;
    slider.current?.style.setProperty('--from', place(from));
    slider.current?.style.setProperty('--to', place(to));
  }, [value, min, max]);
  return (
    <Field label={`${label}: ${Math.round(value * 2) / 2}°`} field={field}>
      <input
        {...field.control}
        ref={slider}
        type="range"
        min={min}
        max={max}
        step={0.5}
        value={value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="degrees min-h-11 w-full"
      />
    </Field>
  );
}
