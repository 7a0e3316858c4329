import { filterMarkup } from './filter-markup.ts'
import { findImageNames } from './image-names.ts'
import { backgroundElements } from './links-and-images.ts'
import type { ImagesRequest } from './requests.ts'

/**
 * The names of images that the frame of a body shows, in it or behind a part of it. By the same pass that makes the
 * frame: an image that is taken for shown and is not would be neither shown nor listed.
 */
export async function namedImages(
  { html, names, base }: ImagesRequest,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const nameOf = findImageNames(names, base)
  const found = new Set<string>()
  const look = (source: string | undefined): void => {
    const name = source === undefined ? undefined : nameOf(source)
    if (name !== undefined) found.add(name)
  }
  let bodyBackground: string | undefined
  const attributesOf = (name: string, attributes: ReadonlyMap<string, string>) => {
    if (name === 'img') look(attributes.get('src'))
    if (backgroundElements.has(name)) look(attributes.get('background'))
    return []
  }
  const left = (name: string, attributes: ReadonlyMap<string, string>): void => {
    if (name === 'body') bodyBackground ??= attributes.get('background')
  }
  await filterMarkup(html, { attributesOf, left }, signal)
  look(bodyBackground)
  return [...found]
}
