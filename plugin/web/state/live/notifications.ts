import type { Notices } from '../notice/notices.ts'

interface NotificationOptions {
  readonly window: Window & typeof globalThis
  readonly title: string
  /** Whether the owner asked for it. */
  readonly isWanted: () => boolean
}

/** The same notices, which also tell what arrived while nobody sees the page, by the system. */
export function withNotifications(notices: Notices, options: NotificationOptions): Notices {
  const { window, title, isWanted } = options
  return {
    ...notices,
    announce(words) {
      notices.announce(words)
      if (!isWanted() || !window.document.hidden || !('Notification' in window)) return
      try {
        // Without the person's leave nothing is shown.
        new window.Notification(title, { body: words, tag: title })
      } catch {
        // Phones know it and have no such constructor.
      }
    },
  }
}
