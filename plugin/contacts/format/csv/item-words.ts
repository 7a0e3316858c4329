/** What stands several times in a contact: an address, a telephone number, a web page, or a part of a postal address. */
export type ItemNoun =
  | 'email'
  | 'phone'
  | 'fax'
  | 'mobile'
  | 'pager'
  | 'website'
  | 'street'
  | 'city'
  | 'region'
  | 'postcode'
  | 'country'

/** Whose it is, or which of them: a name of a column says it beside the noun, in any order. */
export type Qualifier = 'home' | 'work' | 'other' | 'first' | 'second'

/** Nouns as `headerKey` has them, without a number. */
export const NOUN_WORDS: readonly (readonly [ItemNoun, string])[] = [
  [
    'email',
    'e mail|email|mail|mail address|e mail address|email address|emailaddress|e mail adresse',
  ],
  [
    'email',
    'mailadresse|mail adresse|adresse de messagerie|messagerie|adresse e mail|adresse mail',
  ],
  ['email', 'adresse électronique|adresse de courrier électronique|courriel|adresse courriel'],
  [
    'email',
    'dirección de correo electrónico|dirección de correo|correo electrónico|correo|e correo',
  ],
  ['email', 'indirizzo posta elettronica|indirizzo di posta elettronica|posta elettronica'],
  ['email', 'indirizzo e mail|indirizzo email|indirizzo mail|e mailadres|e mail adres|mailadres'],
  ['email', 'adres e mail|adres email|adres poczty elektronicznej|poczta elektroniczna|poczta'],
  [
    'email',
    'endereço de e mail|endereço de email|endereço de correio eletrónico|correio eletrónico',
  ],
  [
    'email',
    'correio eletrônico|e posta|e posta adresi|eposta|адрес эл почты|адрес электронной почты',
  ],
  ['email', 'электронная почта|эл почта|эл адрес|почта|адрес e mail|адреса електронної пошти'],
  [
    'email',
    'електронна пошта|ел пошта|пошта|адреса ел пошти|電子メール アドレス|電子メールアドレス',
  ],
  [
    'email',
    '電子メール|メールアドレス|メール アドレス|メール|eメール|e メール|e mail アドレス|email アドレス',
  ],
  [
    'email',
    '电子邮件地址|电子邮件|邮箱|邮件地址|電子郵件地址|電子郵件|전자 메일 주소|전자메일주소|이메일',
  ],
  ['email', 'البريد الإلكتروني|عنوان البريد الإلكتروني|e mailová adresa|emailová adresa|e mailová'],
  [
    'email',
    'e postadress|e post|epost|e postadresse|sähköposti|sähköpostiosoite|e mail cím|email cím',
  ],
  [
    'phone',
    'phone|phone number|telephone|telephone number|tel|telefon|telefonnummer|telefon nummer',
  ],
  [
    'phone',
    'tel nr|rufnummer|téléphone|numéro de téléphone|tél|teléfono|número de teléfono|telefono',
  ],
  [
    'phone',
    'car phone|radio phone|callback|tty tdd phone|numero di telefono|telefoon|telefoonnummer|numer telefonu|nr telefonu|telefone|fone',
  ],
  [
    'phone',
    'número de telefone|telefonu|telefon numarası|телефон|номер телефона|номер телефону|тел',
  ],
  [
    'phone',
    '電話|電話番号|tel番号|电话|电话号码|電話號碼|전화|전화 번호|هاتف|الهاتف|رقم الهاتف|telefonní číslo',
  ],
  ['fax', 'fax|fax number|fax nummer|faxnummer|telefax|télécopie|télécopieur|numéro de fax'],
  ['fax', 'número de fax|numero fax|numero di fax|faks|numer faksu|faks numarası|факс|номер факса'],
  ['fax', 'номер факсу|fax番号|fax 番号|ファックス|传真|傳真|팩스|الفاكس|فاكس'],
  ['mobile', 'mobile|mobile phone|mobile number|cell|cell phone|cellular|mobiltelefon|mobil'],
  [
    'mobile',
    'mobilnummer|mobil tel nr|handy|handynummer|téléphone mobile|tél mobile|mobile phone number',
  ],
  [
    'mobile',
    'portable|téléphone portable|tél portable|teléfono móvil|móvil|celular|teléfono celular',
  ],
  [
    'mobile',
    'número de móvil|cellulare|telefono cellulare|numero cellulare|mobiele telefoon|mobiel',
  ],
  ['mobile', 'mobiel nummer|telefon komórkowy|komórka|numer telefonu komórkowego|telefone celular'],
  ['mobile', 'telemóvel|cep telefonu|cep|мобільний телефон|мобільний|мобильный телефон|мобильный'],
  ['mobile', 'телефон переносной|сотовый телефон|сотовый|номер мобильного телефона|携帯電話|携帯'],
  [
    'mobile',
    '携帯電話番号|移动电话|手机|行動電話|휴대폰|휴대 전화|الهاتف المحمول|الجوال|mobilní telefon',
  ],
  [
    'pager',
    'pager|pager number|pagernummer|pager nummer|funkruf|récepteur de radiomessagerie|busca',
  ],
  ['pager', 'localizador|cercapersone|numero cercapersone|semafoon|pejdżer|çağrı cihazı|пейджер'],
  ['pager', 'номер пейджера|ポケットベル|寻呼机'],
  [
    'website',
    'web page|website|web site|web|webpage|url|web url|homepage|home page|internet|webseite',
  ],
  [
    'website',
    'webadresse|page web|site web|site internet|página web|sitio web|pagina web|sito web',
  ],
  ['website', 'webpagina|strona sieci web|strona internetowa|strona www|página da web|web sayfası'],
  [
    'website',
    'веб страница|веб сайт|сайт|веб сторінка|web ページ|ウェブページ|ホームページ|网页|웹 페이지',
  ],
  [
    'street',
    'street|address|street address|address po box|po box|straße|strasse|str|adresse|anschrift',
  ],
  [
    'street',
    'postfach|straße hausnummer|rue|calle|dirección|domicilio postal|via|indirizzo|straat',
  ],
  ['street', 'adres|ulica|rua|endereço|morada|sokak|cadde|sokak adresi|adresi|улица|адрес|вулиця'],
  [
    'street',
    'адреса|番地|住所|町名番地|街道|地址|주소|العنوان|الشارع|gata|gatuadress|gade|utca|ulice',
  ],
  ['city', 'city|town|locality|ort|stadt|wohnort|ville|localité|ciudad|población|localidad|città'],
  ['city', 'località|comune|plaats|stad|woonplaats|miejscowość|miasto|cidade|şehir|город|місто'],
  ['city', '市区町村|市区郡|市町村|城市|구 군 시|المدينة|město|postort|by|kaupunki|város'],
  [
    'region',
    'state|region|province|county|state province|bundesland|bundesland kanton|land kanton',
  ],
  [
    'region',
    'département|dép région|département région|région|provincia|provincia o estado|estado',
  ],
  [
    'region',
    'provincia stato|regione|provincie|województwo|region stan|estado província|eyalet|il',
  ],
  ['region', 'область|область край|край|регіон|都道府県|省 市 自治区|省|시 도|المنطقة|kraj'],
  [
    'postcode',
    'postal code|zip|zip code|zipcode|zip postal code|postcode|postleitzahl|plz|code postal',
  ],
  ['postcode', 'cp|código postal|cap|codice postale|kod pocztowy|cep postal|posta kodu|индекс'],
  [
    'postcode',
    'почтовый индекс|індекс|поштовий індекс|郵便番号|邮政编码|邮编|우편 번호|الرمز البريدي|psč',
  ],
  ['postcode', 'postnummer|irányítószám'],
  ['country', 'country|country region|land|land region|staat|pays|pays région|país|país o región'],
  ['country', 'país región|país ou região|paese|paese area geografica|nazione|stato|land regio'],
  [
    'country',
    'kraj region|ülke|ülke bölge|страна|страна или регион|страна регион|країна|країна або регіон',
  ],
  [
    'country',
    '国|国 地域|国家 地区|國家 地區|국가|국가 또는 지역|البلد|البلد المنطقة|země|země oblast',
  ],
]

/** Names that are a number of their own without a noun: `Home` of Yahoo, `Ufficio` of Outlook. */
export const PHONE_WORDS: readonly (readonly ['home' | 'work' | 'other', string])[] = [
  ['home', 'home|abitazione|自宅'],
  ['work', 'work|business|ufficio'],
  ['other', 'other|primary phone|hauptanschluss|haupttelefon|téléphone principal'],
]

/** What a name says beside the noun. The longer ones first where one is part of another. */
export const QUALIFIER_WORDS: readonly (readonly [Qualifier, string])[] = [
  [
    'home',
    'home address|home|personal|private|privat|privater|private adresse|domicile|à domicile',
  ],
  ['home', 'personnel|personnelle|privée|privé|particular|del domicilio|domicilio|de casa|casa'],
  ['home', 'de residencia|personal|ab|abitazione|di casa|privato|thuis|adres domowy|domowy|domowa'],
  ['home', 'prywatny|dom|residencial|pessoal|ev|дом адрес|домашний адрес|домашний|домашняя|дом'],
  [
    'home',
    'личный|дом адреса|домашня адреса|домашній|домашня|自宅|個人|家庭|住宅|집|المنزل|domů|domácí',
  ],
  ['home', 'bostad|hem|privat adresse|koti|otthoni|lakás'],
  ['work', 'business address|business|work address|work|office|company|company main|geschäftlich'],
  ['work', 'dienstlich|büro|firma|arbeit|bureau|au bureau|professionnel|professionnelle|travail'],
  ['work', 'del trabajo|de trabajo|trabajo|de la oficina|oficina|uff|ufficio|di lavoro|lavoro'],
  [
    'work',
    'aziendale|zakelijk|op werk|werk|adres służbowy|służbowy|służbowa|praca|w pracy|firmowy',
  ],
  ['work', 'comercial|do trabalho|trabalho|iş|раб адрес|рабочий адрес|рабочий|рабочая|раб'],
  [
    'work',
    'робоча адреса|роб адреса|робочий|робоча|роб|会社|勤務先|商务|商務|公司|单位|회사|직장|العمل',
  ],
  ['work', 'do zaměstnání|zaměstnání|práce|arbete|arbejde|arbeid|työ|munkahelyi|hivatali'],
  [
    'other',
    'mailing address|mailing|other address|other|weitere|weiterer|weiteres|andere|andere adresse|anderer|autre',
  ],
  ['other', 'otro|otra|altro|altra|altro indirizzo|inny adres|inny|inna|inne|outro|outra|diğer'],
  ['other', 'другой адрес|другой|др адрес|др|інша адреса|інший|その他|其他|기타|أخرى|overig|annan'],
  ['first', 'primary|main|principal|first|primäre|erste|première|primaria|primario|primaire'],
  ['first', 'główny|podstawowy|principale|birincil|основной|основний|主|メイン'],
  [
    'second',
    'secondary|alternate|alternative|additional|second|sekundäre|zweite|secondaire|deuxième',
  ],
  ['second', 'secundaria|secundario|secondaria|secondario|secundair|tweede|dodatkowy|alternativo'],
  ['second', 'ikincil|дополнительный|додатковий|副|サブ'],
]
