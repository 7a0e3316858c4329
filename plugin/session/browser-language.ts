/** Locales of the specified service's kind (spec 2.3, `language`), as other programs on its table know them. */
const LOCALES: readonly string[] = (
  'ar_SA ast az_AZ be_BE bg_BG bn_BD br bs_BA ca_ES ckb cs_CZ cy_GB da_DK de_CH de_DE el_GR en_CA ' +
  'en_GB en_US eo es_419 es_AR es_ES et_EE eu_ES fa_IR fi_FI fo_FO fr_FR fy_NL ga_IE gl_ES he_IL ' +
  'hi_IN hr_HR hu_HU hy_AM ia id_ID is_IS it_IT ja_JP ka_GE km_KH kn_IN ko_KR ku lb_LU lt_LT lv_LV ' +
  'mk_MK ml_IN mn_MN mr_IN ms_MY my_MM nb_NO ne_NP nl_BE nl_NL nn_NO pl_PL pt_BR pt_PT ro_RO ru_RU ' +
  'si_LK sk_SK sl_SI sq_AL sr_CS sv_SE ta_IN te_IN th_TH ti tr_TR tzm ug uk_UA ur_PK uz vi_VN ' +
  'zh_CN zh_TW'
).split(' ')

const DEFAULT_LOCALE = 'en_US'
const MAX_TAGS = 10

/**
 * The locale for a browser's languages, most wanted first (BCP 47 tags, as of Accept-Language): the same
 * language and region, else the language where most users speak it, else any region of it; `en_US` for none.
 */
export function browserLanguage(tags: readonly string[]): string {
  for (const tag of tags.slice(0, MAX_TAGS)) {
    const locale = knownLocale(tag)
    if (locale !== undefined) return locale
  }
  return DEFAULT_LOCALE
}

function knownLocale(tag: string): string | undefined {
  const locale = localeOf(tag)
  if (locale === undefined) return undefined
  const { language, script } = locale
  // The script tells more than the region: zh-Hant is Chinese as it is written in Taiwan.
  const defaultLanguage = localeOf(script === undefined ? language : `${language}-${script}`)
  const names = [
    `${language}_${locale.region ?? ''}`,
    `${language}_${defaultLanguage?.maximize().region ?? ''}`,
    language,
  ]
  const exact = names.find((name) => LOCALES.includes(name))
  return exact ?? LOCALES.find((name) => name.startsWith(`${language}_`))
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    // Not a language tag, `*` among them.
    return undefined
  }
}
