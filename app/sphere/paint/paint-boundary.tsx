import { Component, type ReactNode } from 'react';

type PaintBoundaryProps = { onError: (error: Error) => void; children: ReactNode };

/** Catches the canvas's errors, e.g. without WebGL, and renders nothing instead. */
export class PaintBoundary extends Component<PaintBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
