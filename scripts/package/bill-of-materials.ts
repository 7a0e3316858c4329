import { nameOfPackage, type ProductionPackage } from './production-packages.ts'

/** What the document is about. */
interface ReleasedProduct {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly releasedAt: Date
}

/**
 * The CycloneDX 1.6 bill of materials: every package that is in the release, with its licence and hash.
 * The same packages give the same text; there is no serial number, which would differ from run to run.
 */
export function billOfMaterials(
  { name, version, license, releasedAt }: ReleasedProduct,
  packages: readonly ProductionPackage[],
): string {
  const product = { type: 'application', name, version, ...licensed(license) }
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: releasedAt.toISOString(), component: product },
    components: packages.map(componentOf),
  }
  return `${JSON.stringify(bill, undefined, 2)}\n`
}

function componentOf({ path, version, license, integrity, isOptional }: ProductionPackage) {
  const fullName = nameOfPackage(path)
  const [group, name] = fullName.startsWith('@') ? fullName.split('/') : [undefined, fullName]
  // In a purl the @ of a scope is escaped (purl specification, type npm).
  const purlName = fullName.replace('@', '%40')
  return {
    type: 'library',
    'bom-ref': path,
    ...(group === undefined ? {} : { group }),
    name,
    version,
    scope: isOptional ? 'optional' : 'required',
    ...hashed(integrity),
    ...licensed(license),
    purl: `pkg:npm/${purlName}@${version}`,
  }
}

/** An expression covers single licences as well: `(MIT OR Apache-2.0)`. */
function licensed(license: string | undefined) {
  return license === undefined ? {} : { licenses: [{ expression: license }] }
}

function hashed(integrity: string | undefined) {
  const base64 = /^sha512-([A-Za-z0-9+/=]+)$/.exec(integrity ?? '')?.[1]
  if (base64 === undefined) return {}
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] }
}
