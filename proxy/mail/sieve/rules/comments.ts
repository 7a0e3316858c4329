import type { CommentNode, Script, Span } from '../language/syntax.ts'

/** The comments that start in a span. */
export function commentsWithin({ comments }: Script, { start, end }: Span): readonly CommentNode[] {
  return comments.slice(firstFrom(comments, start), firstFrom(comments, end))
}

/** The first comment that starts at the offset or later. */
export function commentFrom({ comments }: Script, offset: number): CommentNode | undefined {
  return comments[firstFrom(comments, offset)]
}

/** By halves: a script may have 100,000 of them. */
function firstFrom(comments: readonly CommentNode[], offset: number): number {
  let [low, high] = [0, comments.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((comments[middle]?.start ?? offset) < offset) low = middle + 1
    else high = middle
  }
  return low
}
