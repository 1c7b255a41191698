import { type InputHTMLAttributes, useEffect, useRef } from 'react';
import { controlClass } from '#app/components/ui/field.tsx';
import { shownIn, utcText } from './instants.ts';

type InstantInputProps = {
  /** The default value is in UTC. */
  input: InputHTMLAttributes<HTMLInputElement> & { name: string; defaultValue: string };
  zone: string;
};

/** Sent for a half-typed instant, so that the server refuses the field; browsers would send it as an empty field. */
const UNREADABLE = 'unreadable';

/** Date and time in the reader's time zone, sent in UTC. Without JavaScript the zone is UTC. */
export function InstantInput({ input, zone }: InstantInputProps) {
  const element = useRef<HTMLInputElement>(null);
  const { name, defaultValue: saved } = input;
  useEffect(() => {
    const form = element.current?.form;
    const convert = ({ formData }: FormDataEvent) => {
      const { current } = element;
      if (!current) return;
      formData.set(name, current.validity.badInput ? UNREADABLE : utcText(current.value, saved));
    };
    form?.addEventListener('formdata', convert);
    return () => form?.removeEventListener('formdata', convert);
  }, [name, saved]);
  return (
    <input
      {...input}
      ref={element}
      defaultValue={shownIn(zone, saved)}
      type="datetime-local"
      step={1}
      className={`${controlClass} max-w-72`}
    />
  );
}
