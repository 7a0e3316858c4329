/** Made by the build of squire-rte (scripts/squire/squire-in-frame.ts). */
declare module 'squire-rte/in-frame' {
  import type Squire from 'squire-rte'

  /** The editor, for documents of a window. */
  export function squireIn(window: Window & typeof globalThis): typeof Squire
}
