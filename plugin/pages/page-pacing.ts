/** What the application page does automatically, and when. */
export const PAGE_PACING = {
  /** Between two refreshes where nothing is pushed, as in Roundcube. */
  refreshSeconds: 60,
  /** A message counts as read after so long on the screen when no one clicked on it: long enough to pass by with the keyboard. */
  readAfterSeconds: 3,
  /** Messages fetched before they are opened, while the page has nothing else to do: as many as are read next. */
  readAheadMessages: 5,
  /** The largest of them, with its attachments: most mail is smaller, and a phone pays for it. */
  readAheadBytes: 100_000,
}

export type PagePacing = Readonly<typeof PAGE_PACING>
