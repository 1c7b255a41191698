import { type InputHTMLAttributes, useId, useState } from 'react';
import { z } from 'zod';
import { controlClass } from '#app/components/ui/field.tsx';

const usersSchema = z.object({ entities: z.array(z.object({ username: z.string() })) });

/** Username input with suggestions. */
export function UserInput({ input }: { input: InputHTMLAttributes<HTMLInputElement> }) {
  const list = useId();
  const [names, setNames] = useState<string[]>([]);
  const offer = async (typed: string) => {
    const query = new URLSearchParams({ q: typed, size: '10', sort: 'username' });
    const answer = await fetch(`/api/user?${query}`);
    // Without suggestions, the name can still be typed.
    if (answer.ok) setNames(usersSchema.parse(await answer.json()).entities.map(({ username }) => username));
  };
  return (
    <>
      <input
        {...input}
        type="text"
        list={list}
        autoComplete="off"
        onChange={(event) => void offer(event.target.value).catch(() => {})}
        className={controlClass}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
