import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import { ProtocolError } from '#protocol/errors.ts';
import { showHidden } from '#protocol/hidden-characters.ts';
import { MAX_FILE_BYTES } from '#protocol/limits.ts';
import { fileSchema } from '#protocol/relayed.ts';
import { maySend } from '../encryption/call-encryption.ts';
import { type CallState, otherSeat, roomScreen } from '../state/call-state.ts';
import { callStore, requireCall } from '../state/call-store.ts';
import { onHeard } from '../state/said.ts';
import { announceFile, forgetFiles, offerFile } from './files/file-store.ts';

const STORAGE_KEY = 'panocall.chat';
/** Without a receipt for this long, a text is sent again: its socket may have been dead. */
const RECEIPT_MS = 5_000;
/** Maximum length of a file name, in characters. */
const MAX_NAME_LENGTH = 255;

const messageSchema = z.object({
  id: z.string(),
  own: z.boolean(),
  text: z.string(),
  /** By the sender's clock, in ms since 1970. */
  sentAt: z.number(),
  /** For an own message: the other side has it. For one of theirs: it was read. */
  received: z.boolean(),
  file: fileSchema.optional(),
});

export type ChatMessage = z.infer<typeof messageSchema>;

const storedSchema = z.object({ token: z.string(), messages: z.array(messageSchema) });

/** Why a file was not sent. */
type FileRefusal = { name: string; problem: 'large' | 'empty' };

type Chat = {
  /** The room of the messages; null without a call. */
  token: string | null;
  messages: readonly ChatMessage[];
  open: boolean;
  draft: string;
  /** Of the files last chosen. */
  refusals: readonly FileRefusal[];
};

const NONE: Chat = { token: null, messages: [], open: false, draft: '', refusals: [] };

/** The call's messages in this tab. They are kept as long as the call, also over a reload. */
export const chatStore = createStore<Chat>()(() => NONE);

let again: ReturnType<typeof setTimeout> | undefined;

export function unreadCount({ messages }: Chat): number {
  return messages.filter(({ own, received }) => !own && !received).length;
}

/** Opens or closes the panel; opening it marks all messages as read. */
export function openChat(open: boolean): void {
  const { messages } = chatStore.getState();
  chatStore.setState({ open, ...(open && { messages: messages.map(asRead) }) });
}

export function sendText(text: string): void {
  sendNew({ id: crypto.randomUUID(), text });
}

/** Sends a message for each file. The other side fetches the contents from this page while it is open. */
export function sendFiles(files: readonly File[]): void {
  const refusals: FileRefusal[] = [];
  for (const file of files) {
    const name = showHidden(file.name.slice(0, MAX_NAME_LENGTH)) || 'file';
    if (file.size === 0) refusals.push({ name, problem: 'empty' });
    else if (file.size > MAX_FILE_BYTES) refusals.push({ name, problem: 'large' });
    else {
      const id = crypto.randomUUID();
      offerFile(id, file);
      sendNew({ id, text: name, file: { name, size: file.size, type: file.type } });
    }
  }
  chatStore.setState({ refusals });
}

function sendNew(content: Pick<ChatMessage, 'id' | 'text' | 'file'>): void {
  const message = { ...content, own: true, sentAt: Date.now(), received: false };
  chatStore.setState(({ messages }) => ({ messages: [...messages, message] }));
  void send(message);
}

function asRead(message: ChatMessage): ChatMessage {
  return message.own ? message : { ...message, received: true };
}

/**
 * Sends a message, repeating it until its receipt comes. If the other side cannot receive now, it is sent once it can.
 */
async function send({ id, text, sentAt, file }: ChatMessage): Promise<void> {
  clearTimeout(again);
  again = setTimeout(sendWaiting, RECEIPT_MS);
  await say(() => requireCall().say('message', { id, text, sentAt, file }));
}

async function say(what: () => Promise<void>): Promise<void> {
  try {
    await what();
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
  }
}

function sendWaiting(): void {
  for (const message of chatStore.getState().messages)
    if (message.own && !message.received) void send(message);
}

onHeard('message', ({ id, text, sentAt, file }) => {
  void say(() => requireCall().say('messageReceived', { id }));
  const { messages, open } = chatStore.getState();
  // A repetition, because the receipt was lost.
  if (messages.some((message) => message.id === id)) return;
  chatStore.setState({ messages: [...messages, { id, own: false, text, sentAt, received: open, file }] });
  if (file) announceFile(id, file);
});

onHeard('messageReceived', ({ id }) => {
  chatStore.setState(({ messages }) => ({
    messages: messages.map((message) => (message.id === id ? { ...message, received: true } : message)),
  }));
});

/** Whether both sides are connected, and may send each other messages. */
const isReachable = (call: CallState | null) =>
  call?.connection === 'open' && otherSeat(call)?.connected === true && maySend(call.encryption);

/** A failed call that can be rejoined is not over. */
function isOver(call: CallState): boolean {
  const screen = roomScreen(call);
  return screen.name === 'refused' || (screen.name === 'ended' && !(screen.failed && screen.rejoinable));
}

callStore.subscribe(({ call }, { call: before }) => {
  const token = call && !isOver(call) ? call.token : null;
  if (token !== chatStore.getState().token) begin(token);
  if (isReachable(call) && !isReachable(before)) sendWaiting();
});

function begin(token: string | null): void {
  clearTimeout(again);
  forgetFiles();
  const messages = token ? stored(token) : [];
  chatStore.setState({ ...NONE, token, messages });
  for (const { id, own, file } of messages) if (file && !own) announceFile(id, file);
}

function stored(token: string): readonly ChatMessage[] {
  try {
    const found = storedSchema.parse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? ''));
    return found.token === token ? found.messages : [];
  } catch {
    return [];
  }
}

chatStore.subscribe(({ token, messages }, before) => {
  if (messages === before.messages && token === before.token) return;
  try {
    if (token && messages.length > 0)
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ token, messages }));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is disabled: messages do not survive a reload.
  }
});
