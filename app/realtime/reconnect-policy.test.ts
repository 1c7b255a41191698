import { describe, expect, it } from 'vitest';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { isWorthReconnecting, reconnectDelay } from './reconnect-policy.ts';

describe('reconnectDelay', () => {
  it('doubles up to one and a half seconds', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map((attempt) => reconnectDelay(attempt, 1))).toEqual([
      300, 600, 1200, 1500, 1500, 1500, 1500,
    ]);
  });

  it('spreads clients over the second half of the delay', () => {
    expect(reconnectDelay(4, 0)).toBe(750);
    expect(reconnectDelay(4, 0.5)).toBe(1125);
  });
});

describe('isWorthReconnecting', () => {
  it('reconnects after a drop, a restart, an idle close and a slow login', () => {
    const codes = [1006, CLOSE_CODES.GOING_AWAY, CLOSE_CODES.IDLE, CLOSE_CODES.LOGIN_TIMEOUT];
    expect(codes.filter(isWorthReconnecting)).toEqual(codes);
  });

  it('reconnects to a server, or from a network, with too many sockets', () => {
    const codes = [CLOSE_CODES.FULL, CLOSE_CODES.TOO_MANY_SOCKETS];
    expect(codes.filter(isWorthReconnecting)).toEqual(codes);
  });

  it('does not reconnect after a final close code', () => {
    const { ABUSE, TOO_LARGE, LOGIN_REFUSED, REPLACED, LOGGED_OUT } = CLOSE_CODES;
    expect([ABUSE, TOO_LARGE, LOGIN_REFUSED, REPLACED, LOGGED_OUT].filter(isWorthReconnecting)).toEqual([]);
  });
});
