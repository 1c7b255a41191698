import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Head } from './head.ts';
import { type IconImages, type Iconic, iconKey } from './icon-images.tsx';
import { InFront } from './in-front.tsx';
import { buttonSign, noticeSign, type Sign } from './sign.ts';

export type SceneActions = {
  /** Turns to the camera's front, wherever the viewer looks. */
  recentre(): void;
};

export type PanelButton = Iconic & {
  /** Short: there is space for about fifteen letters. */
  label: string;
  /** Acts on the other person, not on this side's view. */
  directs?: boolean;
} & ({ onPress(actions: SceneActions): void } | { onHold(isHeld: boolean): void });

/** From one button to the next, in metres. */
const COLUMN = 0.134;
const ROW = 0.12;
const BELOW_DEGREES = 35;
const DISTANCE = 1.2;

type PanelProps = {
  head: RefObject<Head | null>;
  rows: readonly (readonly PanelButton[])[];
  images: IconImages;
  /** Below the buttons. */
  hint: string | null;
  /** Comes along when the viewer turns away. */
  followsTurns?: boolean;
  actions: SceneActions;
  /** Change in the number of buttons that a pointer is on. */
  onPointed(change: 1 | -1): void;
  onPressed(): void;
};

/** Rows of large buttons in front of the viewer, below the horizon, so that they cover nothing. */
export function Panel({ head, rows, images, hint, followsTurns, actions, onPointed, onPressed }: PanelProps) {
  return (
    <InFront head={head} below={BELOW_DEGREES} distance={DISTANCE} followsTurns={followsTurns}>
      {rows.map((buttons, row) =>
        buttons.map((button, index) => (
          <Button
            key={button.id}
            button={button}
            icon={images[iconKey(button)] ?? null}
            place={[(index - (buttons.length - 1) / 2) * COLUMN, -row * ROW, 0]}
            onPointed={onPointed}
            onPress={() => {
              if ('onPress' in button) button.onPress(actions);
              onPressed();
            }}
          />
        )),
      )}
      {hint !== null && <Hint text={hint} y={0.02 - rows.length * ROW} />}
    </InFront>
  );
}

function Hint({ text, y }: { text: string; y: number }) {
  const sign = useSign(() => noticeSign([text]), [text]);
  return <Plate sign={sign} y={y} scale={0.8} />;
}

type ButtonProps = {
  button: PanelButton;
  icon: HTMLImageElement | null;
  place: [x: number, y: number, z: number];
  onPointed(change: 1 | -1): void;
  onPress(): void;
};

function Button({ button, icon, place, onPointed, onPress }: ButtonProps) {
  const { label, pressed = false, directs = false } = button;
  const [pointers, setPointers] = useState(0);
  const pointedAt = pointers > 0;
  const sign = useSign(
    () => buttonSign({ icon, label, pressed, pointedAt, directs }),
    [icon, label, pressed, pointedAt, directs],
  );
  useEffect(() => {
    if (!pointedAt) return;
    onPointed(1);
    return () => onPointed(-1);
  }, [pointedAt, onPointed]);
  const onHold = 'onHold' in button ? button.onHold : null;
  const held = useRef(false);
  const hold = (isHeld: boolean) => {
    if (held.current === isHeld) return;
    held.current = isHeld;
    onHold?.(isHeld);
  };
  const release = useRef(() => {});
  release.current = () => hold(false);
  useEffect(() => () => release.current(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not an element of the page, which has these controls too
    <mesh
      position={place}
      userData={{ holds: onHold !== null }}
      onPointerEnter={() => setPointers((count) => count + 1)}
      onPointerLeave={() => {
        setPointers((count) => count - 1);
        hold(false);
      }}
      onPointerDown={() => hold(true)}
      onPointerUp={() => hold(false)}
      onPointerCancel={() => hold(false)}
      onClick={onPress}
    >
      <planeGeometry args={[sign.width, sign.height]} />
      <meshBasicMaterial map={sign.texture} transparent toneMapped={false} />
    </mesh>
  );
}

/** A sign on a plane, centred. */
export function Plate({ sign, y = 0, scale = 1 }: { sign: Sign; y?: number; scale?: number }) {
  return (
    <mesh position-y={y} scale={scale}>
      <planeGeometry args={[sign.width, sign.height]} />
      <meshBasicMaterial map={sign.texture} transparent toneMapped={false} />
    </mesh>
  );
}

/** Draws a sign, again whenever its content has changed. */
export function useSign(draw: () => Sign, shown: readonly unknown[]): Sign {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what is shown
  const sign = useMemo(draw, shown);
  useEffect(() => () => sign.texture.dispose(), [sign]);
  return sign;
}
