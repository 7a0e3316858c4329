import test from 'ava'
import { readContactFile } from '../../../../plugin/contacts/format/read-file.ts'
import { encodeText } from '../../../support/contacts/encode-text.ts'

const lines = (...all: readonly string[]) => all.map((line) => `${line}\r\n`).join('')
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

/** What other programs write, in the words and charsets of their countries, and what a contact of it says. */
const kinds: readonly (readonly [string, Buffer, readonly string[]])[] = [
  [
    'Outlook in Russian',
    encodeText(
      lines(
        '"Обращение","Имя","Отчество","Фамилия","Организация","Отдел","Должность","Улица (раб. адрес)","Город (раб. адрес)","Индекс (раб. адрес)","Страна или регион (раб. адрес)","Рабочий телефон","Домашний телефон","Телефон переносной","Рабочий факс","Адрес эл. почты","Тип эл. почты","Адрес 2 эл. почты","День рождения","Заметки"',
        '"","Анна","Ивановна","Каренина","ООО Поезд","Отдел продаж","Директор","ул. Мира, 5","Москва","101000","Россия","+7 1","+7 2","+7 3","+7 4","anna@sender.example","SMTP","a2@sender.example","12.04.1990","Заметка"',
      ),
      'windows-1251',
    ),
    [
      ...['"given":"Анна"', '"family":"Каренина"', '"middle":"Ивановна"', 'ООО Поезд', 'Директор'],
      ...['"street":"ул. Мира, 5"', '"city":"Москва"', '101000', '"country":"Россия"'],
      ...['{"number":"+7 1","label":"work"}', '{"number":"+7 2","label":"home"}'],
      ...['{"number":"+7 3","label":"mobile"}', '{"number":"+7 4","label":"fax"}'],
      ...['anna@sender.example', 'a2@sender.example', '1990-04-12', 'Заметка'],
    ],
  ],
  [
    'Outlook in Italian',
    encodeText(
      lines(
        '"Titolo","Nome","Secondo nome","Cognome","Società","Reparto","Posizione","Via (uff.)","Città (uff.)","Provincia (uff.)","CAP (uff.)","Paese (uff.)","Via (ab.)","Ufficio","Abitazione","Cellulare","Fax (uff.)","Indirizzo posta elettronica","Indirizzo posta elettronica 2","Compleanno","Note","Pagina Web"',
        '"","Niccolò","","Sforzà","Città SpA","Vendite","Capo","Via Roma 1","Milano","MI","20100","Italia","Via Po 2","+39 1","+39 2","+39 3","+39 4","n@sender.example","n2@sender.example","12/04/1990","una nota","http://x.example"',
      ),
      'windows-1252',
    ),
    [
      ...['"given":"Niccolò"', '"family":"Sforzà"', 'Città SpA', '"street":"Via Roma 1"'],
      ...['"city":"Milano"', '"postcode":"20100"', '"country":"Italia"', '"street":"Via Po 2"'],
      ...['{"number":"+39 1","label":"work"}', '{"number":"+39 2","label":"home"}'],
      ...['{"number":"+39 3","label":"mobile"}', 'n2@sender.example', '1990-04-12', 'una nota'],
    ],
  ],
  [
    'Outlook in French',
    encodeText(
      lines(
        '"Titre","Prénom","Deuxième prénom","Nom","Société","Service","Fonction","Rue (bureau)","Ville (bureau)","Code postal (bureau)","Pays/Région (bureau)","Rue (domicile)","Ville (domicile)","Télécopie (bureau)","Téléphone (bureau)","Téléphone (domicile)","Tél. mobile","Adresse de messagerie","Adresse de messagerie 2","Anniversaire","Notes"',
        '"M.","Éloïse","","Lefèvre","Société","Achats","Chef","1 rue A","Orléans","45000","France","2 rue B","Tours","+33 4","+33 1","+33 2","+33 3","e@sender.example","e2@sender.example","12/04/1990","note"',
      ),
      'windows-1252',
    ),
    [
      ...['"given":"Éloïse"', '"family":"Lefèvre"', '"city":"Orléans"', '"city":"Tours"'],
      ...['{"number":"+33 1","label":"work"}', '{"number":"+33 2","label":"home"}'],
      ...['{"number":"+33 4","label":"fax"}', 'e2@sender.example', '1990-04-12'],
    ],
  ],
  [
    'Outlook in Spanish',
    encodeText(
      lines(
        '"Título","Nombre","Segundo nombre","Apellidos","Organización","Departamento","Puesto","Calle del trabajo","Ciudad de trabajo","Código postal del trabajo","País o región del trabajo","Teléfono del trabajo","Particular","Teléfono particular","Móvil","Dirección de correo electrónico","Cumpleaños","Notas"',
        '"","Íñigo","","Muñoz","Peña SA","Ventas","Jefe","Calle 1","Málaga","29001","España","+34 1","","+34 2","+34 3","i@sender.example","12/04/1990","nota"',
      ),
      'windows-1252',
    ),
    [
      ...['"given":"Íñigo"', '"family":"Muñoz"', '"street":"Calle 1"', '"city":"Málaga"'],
      ...['{"number":"+34 1","label":"work"}', '{"number":"+34 2","label":"home"}'],
      ...['29001', '"country":"España"', 'i@sender.example', '1990-04-12'],
    ],
  ],
  [
    'Outlook in Japanese',
    encodeText(
      lines(
        '"敬称","名","ミドル ネーム","姓","会社名","部署","役職","番地 (会社)","市区町村 (会社)","都道府県 (会社)","郵便番号 (会社)","国 (会社)/地域","会社 FAX","会社電話","自宅電話","携帯電話","電子メール アドレス","電子メール 2 アドレス","誕生日","メモ"',
        '"","花子","","鈴木","桜商事","営業部","部長","丸の内1-1","千代田区","東京都","100-0005","日本","03-2","03-1","03-3","090-1","h@sender.example","h2@sender.example","1990/4/12","覚え書き"',
      ),
      'shift_jis',
    ),
    [
      ...['"name":"鈴木 花子"', '"organisation":"桜商事"', '"street":"丸の内1-1"'],
      ...['"city":"千代田区"', '"region":"東京都"', '"postcode":"100-0005"', '"country":"日本"'],
      ...['{"number":"03-1","label":"work"}', '{"number":"03-3","label":"home"}'],
      ...['{"number":"03-2","label":"fax"}', '{"number":"090-1","label":"mobile"}'],
      ...['h2@sender.example', '1990-04-12', '覚え書き'],
    ],
  ],
  [
    'Outlook in Polish',
    encodeText(
      lines(
        '"Imię";"Nazwisko";"Firma";"Adres służbowy - ulica";"Adres służbowy - miejscowość";"Adres służbowy - kod pocztowy";"Telefon służbowy";"Telefon domowy";"Telefon komórkowy";"Adres e-mail";"Urodziny"',
        '"Zośka";"Gęś";"Spółka";"Długa 1";"Łódź";"90-001";"+48 1";"+48 2";"+48 3";"z@sender.example";"1990-04-12"',
      ),
      'windows-1250',
    ),
    [
      ...['"given":"Zośka"', '"family":"Gęś"', 'Spółka', '"street":"Długa 1"', '"city":"Łódź"'],
      ...['{"number":"+48 1","label":"work"}', '{"number":"+48 2","label":"home"}', '1990-04-12'],
    ],
  ],
  [
    'Thunderbird in German',
    Buffer.from(
      lines(
        'Vorname,Nachname,Anzeigename,Primäre E-Mail-Adresse,Tel. dienstlich,Tel. privat,Fax-Nummer,Mobil-Tel.-Nr.,Privat: Adresse,Privat: Ort,Privat: PLZ,Dienstlich: Adresse,Dienstlich: Adresse 2,Dienstlich: Land,Arbeitstitel,Webseite 1,Geburtsjahr,Geburtsmonat,Geburtstag,Notizen',
        'Jörg,Maß,Jörg Maß,j@sender.example,1111,2222,3333,4444,Weg 1,Köln,50667,Ring 2,Hof 3,Schweiz,Chef,http://x.example,1990,4,12,hallo',
      ),
    ),
    [
      ...['{"number":"1111","label":"work"}', '{"number":"2222","label":"home"}', '"title":"Chef"'],
      ...['{"number":"3333","label":"fax"}', '"street":"Weg 1"', '"street":"Ring 2\\nHof 3"'],
      ...['"country":"Schweiz"', '1990-04-12', 'http://x.example', '"note":"hallo"'],
    ],
  ],
  [
    'Yahoo',
    Buffer.from(
      lines(
        '"First","Middle","Last","Nickname","Email","Category","Distribution Lists","Messenger ID","Home","Work","Pager","Fax","Mobile","Other","Primary","Alternate Email 1","Personal Website","Title","Company","Work Address","Work City","Work ZIP","Home Address","Birthday","Comments"',
        '"Ada","","Quill","","ada@sender.example","Sea","","","1","2","3","4","5","6","","a2@sender.example","http://x.example","","Sea Ltd","1 Road","Leeds","LS1","2 Lane","1990/04/12","hi"',
      ),
    ),
    [
      ...['"groups":["Sea"]', '{"number":"1","label":"home"}', '{"number":"2","label":"work"}'],
      ...['{"number":"4","label":"fax"}', '{"number":"5","label":"mobile"}', 'a2@sender.example'],
      ...['"street":"1 Road"', '"city":"Leeds"', '"street":"2 Lane"', '1990-04-12', '"note":"hi"'],
    ],
  ],
  [
    'Google',
    Buffer.from(
      lines(
        'First Name,Middle Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City',
        'Ada,,Quill,Friends ::: * myContacts,* Home,ada@sender.example,Mobile,1,Work,all,1 Road,Leeds',
      ),
    ),
    ['"groups":["Friends"]', '"label":"home"', '"label":"mobile"', '"street":"1 Road"', 'Leeds'],
  ],
  [
    'a spreadsheet in Swedish, whose columns nobody knows but by what they hold',
    Buffer.from(lines('Kontakt X;Nätadress;Ring', 'Åsa Ek;asa@sender.example;+46 8 123 45')),
    ['"name":"Åsa Ek"', 'asa@sender.example', '+46 8 123 45'],
  ],
  [
    'a German spreadsheet, in which a name is the last one',
    Buffer.from(lines('Vorname;Name;E-Mail', 'Max;Muster;max@sender.example')),
    ['"name":"Max Muster"', '"family":"Muster"'],
  ],
  [
    'a list with names',
    Buffer.from(
      'Ada Quill <ada@sender.example>\n"Sea, Bo" <bo@sender.example>,\nRoe, Cy <cy@sender.example>; dee@sender.example (Dee)\n',
    ),
    ['"name":"Ada Quill"', '"name":"Sea, Bo"', '"name":"Roe, Cy"', '"name":"Dee"'],
  ],
  [
    'recipients out of a message',
    Buffer.from('To: Ada <ada@sender.example>, mailto:bo@sender.example\r\n'),
    ['"name":"Ada"', 'bo@sender.example'],
  ],
  [
    'a table in UTF-16 without a mark',
    utf16(lines('Name\tE-mail', 'Jörg\tjm@sender.example')),
    ['"name":"Jörg"', 'jm@sender.example'],
  ],
  [
    'cards in UTF-16 without a mark, the high byte first',
    utf16(lines('BEGIN:VCARD', 'VERSION:3.0', 'FN:山田', 'END:VCARD')).swap16(),
    ['"name":"山田"'],
  ],
  [
    'cards with the line ends of an old Mac',
    Buffer.from('BEGIN:VCARD\rVERSION:3.0\rFN:Ada\r  Quill\rEMAIL:ada@sender.example\rEND:VCARD\r'),
    ['"name":"Ada Quill"', 'ada@sender.example'],
  ],
  [
    'a table with the line ends of an old Mac',
    Buffer.from('Name,E-mail,Notes\rAda,ada@sender.example,"two\rlines"\r'),
    ['"name":"Ada"', '"note":"two\\nlines"'],
  ],
  [
    'a card of a Japanese phone',
    Buffer.from(
      lines(
        'BEGIN:VCARD',
        'VERSION:2.1',
        'N;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=8E=52=93=63;=91=BE=98=59',
        'TEL;CELL:090',
        'END:VCARD',
      ),
    ),
    ['"family":"山田"', '"given":"太郎"', '"name":"山田 太郎"'],
  ],
  [
    'cards of a Russian program that says no charset',
    encodeText(
      lines('BEGIN:VCARD', 'VERSION:2.1', 'FN:Анна Каренина', 'N:Каренина;Анна', 'END:VCARD'),
      'windows-1251',
    ),
    ['"name":"Анна Каренина"'],
  ],
  [
    'cards of a Polish program that says no charset',
    encodeText(
      lines('BEGIN:VCARD', 'VERSION:2.1', 'FN:Łukasz Żółć', 'ORG:Góra SA', 'END:VCARD'),
      'windows-1250',
    ),
    ['"name":"Łukasz Żółć"', 'Góra SA'],
  ],
  [
    'files that were joined without a line end, with a mark before each',
    Buffer.from(
      `\ufeffBEGIN:VCARD\nVERSION:3.0\nFN:One\nEND:VCARD\ufeffBEGIN:VCARD\nVERSION:3.0\nFN:Two\nEND:VCARD`,
    ),
    ['"name":"One"', '"name":"Two"'],
  ],
  [
    'a directory',
    Buffer.from(
      [
        'version: 1',
        '',
        '# comment',
        ' that goes on',
        'dn: cn=Ada Quill, mail=ada@sender.example',
        'objectClass: inetOrgPerson',
        'cn: Ada',
        '  Quill',
        'sn;lang-en: Quill',
        'mail: ada@sender.example',
        'mail: <a2@sender.example>',
        'homePhone: 1111',
        'mozillaHomeStreet: 2 Lane',
        'postalAddress: 1 Road $ Leeds',
        'jpegPhoto:< file:///etc/passwd',
        'birthyear: 1990',
        'birthmonth: 4',
        'birthday: 12',
        '',
        'dn: cn=Choir',
        'objectclass: groupOfNames',
        'cn: Choir',
        'member: cn=Ada Quill,mail=ada@sender.example',
        '',
      ].join('\n'),
    ),
    [
      ...['"name":"Ada Quill"', 'a2@sender.example', '{"number":"1111","label":"home"}'],
      ...['"street":"2 Lane"', '"street":"1 Road\\nLeeds"', '1990-04-12', '"groups":["Choir"]'],
    ],
  ],
  [
    "Google's columns of 2024",
    Buffer.from(
      lines(
        'First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Extended Address,Event 1 - Label,Event 1 - Value',
        'Ada,Quill,Friends ::: * myContacts,* Work,a@x.example ::: b@x.example,Mobile,+49 1,Home,"Lane 2\nLeeds",Lane 2,Leeds,PO 1,Apt 3,Anniversary,2000-01-01',
        'Bo,Best,,,bo@x.example,,,Home,"Road 5\nYork",,,,,,',
      ),
    ),
    [
      ...[
        '{"address":"b@x.example","label":"work"}',
        '"phones":[{"number":"+49 1","label":"mobile"}]',
      ],
      ...['"street":"Lane 2\\nPO 1\\nApt 3","city":"Leeds"', '"street":"Road 5\\nYork"'],
      ...['"groups":["Friends"]', '"phones":[]'],
    ],
  ],
  [
    'Zoho',
    Buffer.from(
      lines(
        'First Name,Last Name,Nick Name,Email,Mailing Street,Mailing City,Mailing Zip,Web URL,Description',
        'Ada,Quill,Adi,a@x.example,Lane 2,Leeds,12345,http://x.example,met in May',
      ),
    ),
    [
      ...['"nickname":"Adi"', '"street":"Lane 2","city":"Leeds"', '"postcode":"12345"'],
      ...['"url":"http://x.example"', '"note":"met in May"', '"phones":[]'],
    ],
  ],
  [
    'LinkedIn, with lines of its own before the header',
    Buffer.from(
      lines(
        ...['Notes:', '"When exporting, you may notice that some addresses are missing."', ''],
        'First Name,Last Name,URL,Email Address,Company,Position,Connected On',
        'Ada,Quill,https://x.example/ada,a@x.example,Quill Ltd,Chief,12 Apr 2024',
      ),
    ),
    [
      '"name":"Ada Quill"',
      '"address":"a@x.example"',
      '"organisation":"Quill Ltd"',
      '"title":"Chief"',
    ],
  ],
  [
    'a program that writes digits as text for spreadsheets',
    Buffer.from(lines('Name,Mobile,E-mail', 'Ada,"=""+491234""",a@x.example')),
    ['{"number":"+491234","label":"mobile"}'],
  ],
  [
    'Outlook.com, with its telephones',
    Buffer.from(
      lines(
        '\ufeffFirst Name,Last Name,E-mail Address,Car Phone,Radio Phone,Callback,Other Phone',
        'Ada,Quill,a@x.example,+1,+2,+3,+4',
      ),
    ),
    ['"given":"Ada"', '"number":"+1"', '"number":"+2"', '"number":"+3"', '"number":"+4"'],
  ],
]

for (const [what, file, said] of kinds) {
  test(`what is in a file of another kind is read: ${what}`, async (t) => {
    const { contacts } = await readContactFile(file, { maxEntries: 100 })

    const text = JSON.stringify(contacts.map(({ contact }) => contact))
    t.deepEqual(
      said.filter((words) => !text.includes(words)),
      [],
      text,
    )
  })
}

test('a date or a short number in a column of an unknown name is no telephone', async (t) => {
  const file = Buffer.from(
    lines('Name,Email,Met,Code,Line', 'Ada,a@x.example,01.02.2000,12345,0301234567'),
  )

  const { contacts } = await readContactFile(file, { maxEntries: 10 })

  t.deepEqual(
    contacts.map(({ contact }) => contact.phones.map(({ number }) => number)),
    [['0301234567']],
  )
})

for (const [what, text] of [
  ['a header alone', 'Name,Email\r\n'],
  ['a card that says nothing', 'BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n'],
] as const) {
  test(`a file of ${what} brings no one`, async (t) => {
    const { contacts } = await readContactFile(Buffer.from(text), { maxEntries: 10 })

    t.deepEqual(contacts, [])
  })
}

test('a column that no contact has a place for is told with its line, once and where it has values', async (t) => {
  const file = Buffer.from(lines('Name,Sign,Empty', 'Ada,Leo,', 'Bo,Virgo,'))

  const { problems } = await readContactFile(file, { maxEntries: 10 })

  t.deepEqual(problems, [{ line: 1, code: 'column_left_out', about: 'Sign' }])
})
