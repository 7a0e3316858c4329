import { z } from 'zod'

const text = z.string()
/** The letters of `writtenForm` and whatever is none. */
const datePattern = text.regex(/^([YmndjHGhgiAa]|[^A-Za-z])*$/).max(32)
const named = <Value extends z.ZodType>(value: Value) => z.record(text, value)

/**
 * How Roundcube writes lists for a session, as its plugin passes it over (plugin/roundcube-plugin/postern.php). Names of
 * folders are in modified UTF-7.
 */
export const listFormSchema = z.object({
  /** What page and list say alike, in Roundcube's order. */
  env: named(z.unknown()),
  pageSize: z.int().min(1).max(100_000),
  delimiter: text.min(1),
  /** The mail server knows threads. */
  canThread: z.boolean(),
  /** The mail server knows quotas. */
  hasQuota: z.boolean(),
  product: text,
  /** In the order of the page, each with what its title calls it. */
  folders: z.array(z.tuple([text, text])).readonly(),
  trash: text,
  /** Folders of sent messages and drafts: their lists show recipients. */
  sent: z.array(text).readonly(),
  threaded: z.object({ usually: z.boolean(), folders: named(z.boolean()) }),
  columns: z.array(text).min(1).readonly(),
  /** More of them in the widescreen layout. */
  rowColumns: z.array(text).min(1).readonly(),
  columnTypes: named(z.object({ className: text, id: text, label: text, sortable: z.boolean() })),
  head: named(z.object({ className: text, id: text, html: text })),
  dates: z.object({
    zone: text,
    date: datePattern,
    time: datePattern,
    isPretty: z.boolean(),
    today: text,
    /** From Sunday on. */
    days: z.array(text).length(7).readonly(),
  }),
  /** How sizes are written, of each unit. */
  sizes: z.array(z.tuple([z.int(), text])).readonly(),
  quotaAs: text,
  /** Refreshes look at all folders. */
  refreshesAll: z.boolean(),
  texts: z.object({
    rows: text,
    threads: text,
    noRows: text,
    empty: text,
    found: text,
    results: text,
    quota: text,
    unknown: text,
    from: text,
    to: text,
  }),
})

/** How lists are written for a session. */
export type ListForm = z.output<typeof listFormSchema>
