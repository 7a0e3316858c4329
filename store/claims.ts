/** How it stands with a thing that is done once, whichever instance is asked for it. */
export type Claim =
  /** Nobody had claimed it: whoever asked does it, and settles or releases it. */
  | { readonly kind: 'mine' }
  /** Another one is at it, or ended without a word. */
  | { readonly kind: 'taken'; readonly ageMs: number }
  | { readonly kind: 'settled'; readonly outcome: string }

/** Claims of all instances by key. Every method throws StoreUnavailable when it could not answer. */
export interface Claims {
  /** `owner` is new for every attempt. */
  claim(key: string, owner: string): Promise<Claim>
  /** Tells the outcome to all who ask later. */
  settle(key: string, owner: string, outcome: string): Promise<void>
  /** It was not done: the next one may try. */
  release(key: string, owner: string): Promise<void>
}
