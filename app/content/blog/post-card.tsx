import { LocaleLink } from '#app/i18n/locale.tsx';
import type { PostCardView } from './blog.server.ts';
import { CoverPicture } from './cover-picture.tsx';

/** A post in a list; the whole card is a link. */
export function PostCard({ post, first }: { post: PostCardView; first?: boolean }) {
  return (
    <li className="group relative grid content-start gap-3">
      <CoverPicture
        cover={post.cover && { ...post.cover, alt: '' }}
        sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 45vw, 90vw"
        first={first}
      />
      <h3 className="mt-1 text-xl wrap-anywhere group-hover:underline">
        <LocaleLink to={`/blog/${post.name}`} className="after:absolute after:inset-0">
          {post.title}
        </LocaleLink>
      </h3>
      <p className="line-clamp-3 wrap-anywhere text-muted">{post.summary}</p>
      <time dateTime={post.published.iso} className="text-sm text-muted">
        {post.published.words}
      </time>
    </li>
  );
}

/** A grid of posts. */
export function PostGrid({ posts, eager = false }: { posts: PostCardView[]; eager?: boolean }) {
  return (
    <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      {posts.map((post, i) => (
        <PostCard key={post.name} post={post} first={eager && i < 3} />
      ))}
    </ul>
  );
}
