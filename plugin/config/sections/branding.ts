import { z } from 'zod'

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'a colour like "#2c50c9"')
const link = z.url({ protocol: /^https?$/ }).max(500)
const hostName = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'a name in lower case without a port')

/** One brand: whose pages it is on, and how they look. */
export const brand = z
  .strictObject({
    hosts: z.array(hostName).default([]).describe('Host names in the address of the browser'),
    domains: z
      .array(hostName)
      .default([])
      .describe('Mail domains, where no brand has the host; without both it is for everybody else'),
    name: z
      .string()
      .min(1)
      .max(64)
      .nullable()
      .default(null)
      .describe('Name shown to users; null: webmail.productName'),
    logo: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .describe('File of the logo: PNG, JPEG, WebP or SVG, at most 256 kB'),
    colors: z
      .strictObject({
        accent: color
          .nullable()
          .default(null)
          .describe('Of buttons and links in the light scheme; 4.5:1 to what it stands on'),
        accentDark: color
          .nullable()
          .default(null)
          .describe('The same in the dark scheme; null: made from accent'),
      })
      .prefault({}),
    helpUrl: link.nullable().default(null).describe('Where help is'),
    privacyUrl: link.nullable().default(null).describe('The privacy policy'),
    legalUrl: link.nullable().default(null).describe('The legal notice'),
    signInText: z
      .string()
      .max(1_000)
      .default('')
      .describe('Plain text above the sign-in form; line breaks stay'),
  })
  .describe('A brand')

/** `branding`: how the pages look by host name or mail domain. */
export const branding = z
  .array(brand)
  .max(1_000)
  .default([])
  .describe('Brands: names, logos, colours and links by host name or mail domain')

export type BrandSettings = z.output<typeof brand>
