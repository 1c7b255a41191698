import { useStore } from 'zustand';
import { noticeStore } from './notice-store.ts';

/** The latest event, over the picture. */
export function BriefNotice() {
  const notice = useStore(noticeStore, (state) => state.notice);
  return (
    <div role="status" className="empty:hidden">
      {/* The key makes screen readers announce the same text again. */}
      {notice && (
        <p
          key={notice.id}
          className="animate-appear rounded-lg bg-ink/90 px-4 py-2 text-center text-sm text-balance"
        >
          {notice.text}
        </p>
      )}
    </div>
  );
}
