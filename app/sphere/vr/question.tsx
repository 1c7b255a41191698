import { type ComponentProps, useState } from 'react';
import { Panel, type PanelButton } from './panel.tsx';

/** A question to the viewer, and its answers from left to right. */
export type VrQuestion = {
  /** Another question has another one. */
  id: string;
  texts: readonly string[];
  buttons: readonly PanelButton[];
};

/** A press this soon after a question appeared was meant for what was there before. */
const UNREAD_MS = 1_000;

type QuestionPanelProps = Omit<ComponentProps<typeof Panel>, 'rows' | 'followsTurns'> & {
  question: VrQuestion;
};

/** The answers to a question, where the panel is otherwise; they come along when the viewer turns away. */
export function QuestionPanel({ question, ...panel }: QuestionPanelProps) {
  const [shownAt] = useState(() => performance.now());
  const answers = question.buttons.map((button) =>
    'onPress' in button
      ? {
          ...button,
          onPress: (...args: Parameters<typeof button.onPress>) => {
            if (performance.now() - shownAt >= UNREAD_MS) button.onPress(...args);
          },
        }
      : button,
  );
  return <Panel {...panel} rows={[answers]} followsTurns />;
}
