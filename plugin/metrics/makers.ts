import { Counter, Histogram, type Registry } from 'prom-client'

export type Makers = ReturnType<typeof makersOf>

/** Makes what counts and measures, each in the one registry. `collect` is asked at each scrape. */
export function makersOf(registry: Registry) {
  const registers = [registry]
  return {
    counter: <Label extends string = never>(
      name: string,
      help: string,
      labelNames: readonly Label[] = [],
      collect?: (counter: Counter<Label>) => void,
    ) =>
      new Counter({
        name,
        help,
        labelNames,
        registers,
        ...(collect === undefined
          ? {}
          : {
              collect(this: Counter<Label>) {
                collect(this)
              },
            }),
      }),
    histogram: <Label extends string = never>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: readonly Label[] = [],
    ) => new Histogram({ name, help, buckets, labelNames, registers }),
  }
}
