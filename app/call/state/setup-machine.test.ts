import { describe, expect, it } from 'vitest';
import { SETUP_START, type SetupEvent, type SetupState, setupReducer } from './setup-machine.ts';

const run = (...events: SetupEvent[]): SetupState => events.reduce(setupReducer, SETUP_START);

describe('setup of a host', () => {
  it('goes from the choice to the code', () => {
    expect(run({ type: 'CREATE_CHOSEN' })).toEqual({ name: 'CHANNEL_CREATE', creating: false });
    expect(run({ type: 'CREATE_CHOSEN' }, { type: 'CREATING' })).toEqual({
      name: 'CHANNEL_CREATE',
      creating: true,
    });
    expect(run({ type: 'CREATE_CHOSEN' }, { type: 'CREATING' }, { type: 'CREATED' })).toEqual({
      name: 'CHANNEL_CREATED',
      ended: null,
    });
  });

  it.each(['expired', 'admin', 'left', 'REPLACED', 'CHANNEL_ENDED'] as const)(
    'shows that the code is no longer valid: %s',
    (reason) => {
      const ended = run({ type: 'CREATE_CHOSEN' }, { type: 'CREATED' }, { type: 'ENDED', reason });
      expect(ended).toEqual({ name: 'CHANNEL_CREATED', ended: reason });
    },
  );

  it('fails without a room', () => {
    const failed = run(
      { type: 'CREATE_CHOSEN' },
      { type: 'CREATING' },
      { type: 'FAILED', error: 'UNAVAILABLE' },
    );
    expect(failed).toEqual({ name: 'CHANNEL_FAILED', error: 'UNAVAILABLE' });
  });
});

describe('setup of a guest', () => {
  it('stays at the code while it is refused, and continues with a valid one', () => {
    const refused = run(
      { type: 'ENTER_CHOSEN' },
      { type: 'CHECKING' },
      { type: 'CODE_REFUSED', error: 'CODE_INVALID' },
    );
    expect(refused).toEqual({ name: 'CHANNEL_ENTER', checking: false, error: 'CODE_INVALID' });
    expect(setupReducer(refused, { type: 'CHECKING' })).toEqual({
      name: 'CHANNEL_ENTER',
      checking: true,
      error: null,
    });
    expect(setupReducer(refused, { type: 'CODE_GOOD', code: 'K7M4QX9TR' })).toEqual({
      name: 'CHANNEL_ENTERED',
      code: 'K7M4QX9TR',
    });
  });
});

describe('events that do not apply', () => {
  it('change nothing', () => {
    expect(run({ type: 'CREATED' })).toEqual(SETUP_START);
    expect(run({ type: 'ENTER_CHOSEN' }, { type: 'CREATED' })).toMatchObject({ name: 'CHANNEL_ENTER' });
    expect(run({ type: 'CREATE_CHOSEN' }, { type: 'CREATED' }, { type: 'BACK' })).toMatchObject({
      name: 'CHANNEL_CREATED',
    });
  });
});
