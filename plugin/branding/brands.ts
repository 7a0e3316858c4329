import type { BrandSettings } from '../config/sections/branding.ts'
import { readLogo } from '../config/branding/logo-file.ts'
import { usedBy } from '../config/invalid-setting.ts'
import { type Asset, compressedAsset, hashOf, type PageAssets } from '../http/assets/assets.ts'
import { brandStyle } from './brand-style.ts'

/** How a page presents itself. */
export interface Brand {
  /** null: the name of the product. */
  readonly name: string | null
  readonly signInText: string
  readonly links: BrandLinks
  /** Addresses beside those of the page, relative to the mount. */
  readonly assets: Pick<PageAssets, 'brandStyle' | 'icon'>
}

export interface BrandLinks {
  readonly help: string | null
  readonly privacy: string | null
  readonly legal: string | null
}

/** The brands by whom they are for. */
export interface Brands {
  /** By the host name, else by the mail domain, else that for everybody else. */
  of(host: string | undefined, mailDomain: string | undefined): Brand
  /** A file of a brand, by its name; also one of those before, which pages that are open still ask for. */
  find(name: string): Asset | undefined
  /** Its files, without those before. */
  readonly files: ReadonlyMap<string, Asset>
}

const UNBRANDED: Brand = {
  name: null,
  signInText: '',
  links: { help: null, privacy: null, legal: null },
  assets: {},
}

/** Of an image nothing runs, and it loads nothing: also for who opens it by its address. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Reads the logos and makes the style sheets; `before` are those whose place they take. Throws InvalidSetting for a logo that cannot be shown. */
export async function loadBrands(
  settings: readonly BrandSettings[],
  before?: Brands,
): Promise<Brands> {
  const files = new Map<string, Asset>()
  const byHost = new Map<string, Brand>()
  const byDomain = new Map<string, Brand>()
  let otherwise = UNBRANDED
  for (const [at, one] of settings.entries()) {
    const made = await loadBrand(one, `branding.${at}.logo`, files)
    for (const host of one.hosts) byHost.set(host, made)
    for (const domain of one.domains) byDomain.set(domain, made)
    if (one.hosts.length + one.domains.length === 0) otherwise = made
  }
  return {
    of: (host = '', mailDomain = '') =>
      byHost.get(host) ?? byDomain.get(mailDomain.toLowerCase()) ?? otherwise,
    find: (name) => files.get(name) ?? before?.files.get(name),
    files,
  }
}

async function loadBrand(
  { name, logo, colors, helpUrl, privacyUrl, legalUrl, signInText }: BrandSettings,
  setting: string,
  files: Map<string, Asset>,
): Promise<Brand> {
  /** Named by its content, as all files of the page are: a name never means something else. */
  const keep = async (content: Buffer, type: string, extension: string, policy?: string) => {
    const asset = await compressedAsset(content, type, policy)
    const file = `brand-${hashOf(asset)}.${extension}`
    files.set(file, asset)
    return file
  }
  const image = logo === null ? undefined : await usedBy(setting, readLogo(logo))
  const logoName = image && (await keep(image.content, image.type, image.extension, IMAGE_POLICY))
  const style = brandStyle(colors, logoName)
  const styleName =
    style === undefined
      ? undefined
      : await keep(Buffer.from(style), 'text/css; charset=utf-8', 'css')
  return {
    name,
    signInText,
    links: { help: helpUrl, privacy: privacyUrl, legal: legalUrl },
    assets: {
      ...(styleName === undefined ? {} : { brandStyle: `postern/${styleName}` }),
      ...(logoName === undefined ? {} : { icon: `postern/${logoName}` }),
    },
  }
}
