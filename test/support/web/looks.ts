const PHONE = { width: 390, height: 844 }

/** Ways to look at a page: both directions, both sizes and both schemes. */
export const looks = [
  ['English, desktop, light', { colorScheme: 'light' }],
  ['English, phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
  ['Arabic, desktop, dark', { locale: 'ar', colorScheme: 'dark' }],
  ['Arabic, phone, light', { locale: 'ar', viewport: PHONE, colorScheme: 'light' }],
] as const
