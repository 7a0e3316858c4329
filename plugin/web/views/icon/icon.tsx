import type { NativeMailbox } from '../../../wire/native/types.ts'

/** Outlines on a 24 x 24 grid, drawn with a stroke of the text colour. */
const paths = {
  inbox: 'M3 13h5l1.5 3h5L16 13h5M3 13v6h18v-6M3 13 6 5h12l3 8',
  drafts: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  sent: 'm3 11 18-8-7 18-3-8zM11 13l4-4',
  junk: 'M12 3 2.5 20h19zM12 10v4M12 17v.5',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  archive: 'M3 4h18v5H3zM5 9v11h14V9M10 13h4',
  folder: 'M3 6h6l2 2h10v11H3z',
  compose: 'M12 5v14M5 12h14',
  reply: 'M9 6 3 12l6 6M3 12h11a7 7 0 0 1 7 7',
  'reply-all': 'M8 6 2 12l6 6M13 6l-6 6 6 6M7 12h9a6 6 0 0 1 6 6',
  forward: 'm15 6 6 6-6 6M21 12H10a7 7 0 0 0-7 7',
  move: 'M3 6h6l2 2h10v11H3zM9 13.5h6M12.5 11l2.5 2.5-2.5 2.5',
  unread: 'M3 6h18v13H3zM3 7l9 7 9-7',
  read: 'M3 10l9-7 9 7v10H3zM3 10l9 6 9-6',
  flag: 'm12 3 2.7 5.8 6.3.8-4.6 4.4 1.2 6.3-5.6-3.1-5.6 3.1 1.2-6.300L3 9.600l6.3-.800z',
  source: 'm8 7-5 5 5 5M16 7l5 5-5 5',
  attachment: 'm20 11-8.5 8.500a5 5 0 0 1-7-7L13 4a3.5 3.5 0 0 1 5 5l-8.5 8.500a2 2 0 0 1-3-3L14 7',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 21 21',
  refresh: 'M20 12a8 8 0 1 1-2.5-5.800M20 3v5h-5',
  close: 'm6 6 12 12M18 6 6 18',
  back: 'm14 5-7 7 7 7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  image: 'M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6M15.5 9v.5',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  offline:
    'M3 3l18 18M5 12a10 10 0 0 1 4-2.500M2 8.500a15 15 0 0 1 4-2.600M12 6c3.8 0 7.3 1 10 2.500M15 10.200a10 10 0 0 1 4 1.800M8.5 15.500a5 5 0 0 1 7 0M12 19v.5',
  'sign-out': 'M10 4H4v16h6M15 8l4 4-4 4M19 12H9',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  priority: 'M12 4v10M12 18v.5',
  more: 'M4.6 12h.8M11.6 12h.8M18.6 12h.8M4.6 11.8h.8M11.6 11.8h.8M18.6 11.8h.8',
  print: 'M7 9V4h10v5M7 17H4v-8h16v8h-3M7 14h10v6H7z',
  contact: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 20c.8-3.6 4-5.500 8-5.500s7.2 1.9 8 5.500',
  adjust: 'M4 8h9M17 8h3M4 16h3M11 16h9M13 6v4M7 14v4',
  settings:
    'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12M12 9.800a2.2 2.2 0 1 0 0 4.400 2.2 2.2 0 0 0 0-4.400M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2.200 2.200M16.200 16.200l2.200 2.200M5.6 18.400l2.200-2.200M16.200 7.800l2.200-2.200',
  ascending: 'M12 20V4M6 10l6-6 6 6',
  descending: 'M12 4v16M6 14l6 6 6-6',
  conversations: 'M3 4h12v9H8l-3 3v-3H3zM18 9h3v9h-2v3l-3-3h-5v-2',
  minimize: 'M5 19h14',
  'full-screen': 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  shrink: 'M20 11h-7V4M13 11l7-7M4 13h7v7M11 13l-7 7',
  'new-window': 'M4 4h16v16H4zM4 9h16M12 12h5v5M17 12l-5 5',
  'pop-out': 'M13 4h7v7M20 4l-9 9M10 5H4v15h15v-6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 3',
} as const

export type IconName = keyof typeof paths

/** They point along the line, and so the other way where lines begin at the right. */
const pointing: ReadonlySet<IconName> = new Set([
  'back',
  'forward',
  'move',
  'reply',
  'reply-all',
  'sent',
  'sign-out',
])

/** A decorative icon: the control around it carries the name. Built as elements, so Trusted Types hold. */
export function Icon({
  name,
  size = 18,
  filled = false,
}: {
  readonly name: IconName
  readonly size?: number
  readonly filled?: boolean
}) {
  return (
    <svg
      class={`icon${filled ? ' filled' : ''}${pointing.has(name) ? ' points' : ''}`}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}

/** The icon of a folder's use. */
export function folderIcon({ specialUse }: NativeMailbox): IconName {
  return specialUse ?? 'folder'
}

/** The small gate beside the great one, as on the sign-in page (plugin/pages/document.ts). */
export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <svg class="logo" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect class="logo-wall" width="32" height="32" rx="8" />
      <path class="logo-gate" d="M8 24.5V15a8 8 0 0 1 16 0v9.5" />
      <path class="logo-letter" d="M11.5 17.5h9v7h-9z" />
      <path class="logo-fold" d="m11.5 18 4.5 3.5 4.5-3.5" />
    </svg>
  )
}
