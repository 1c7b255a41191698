/** Viewers of the demo, their reviews and messages. All invented. */

import type { LanguageRecord } from '#protocol/language-table.ts';

export const VIEWERS: [username: string, firstName: string, language: LanguageRecord][] = [
  ['quiet-window', 'Maud', 'ENGLISH'],
  ['sofa-en-la-sala', 'Jimena', 'SPANISH'],
  ['night-bus-reader', 'Callum', 'ENGLISH'],
  ['abuela-conectada', 'Pilar', 'SPANISH'],
  ['map-collector', 'Theo', 'ENGLISH'],
  ['dos-maletas', 'Gonzalo', 'SPANISH'],
  ['bed-seven', 'Ruth', 'ENGLISH'],
  ['clase-de-tercero', 'Nuria', 'SPANISH'],
  ['slow-traveller', 'Anders', 'ENGLISH'],
  ['balcon-pequeno', 'Lola', 'SPANISH'],
  ['big-screen', 'Kwame', 'ENGLISH'],
  ['te-y-radio', 'Matías', 'SPANISH'],
];

/** Review texts; each is used for several streamers. */
export const REVIEWS: Record<LanguageRecord, [rating: number, text: string][]> = {
  ENGLISH: [
    [5, 'Stopped wherever I asked, and let me look in peace. I forgot that I was at home.'],
    [5, 'Sharp picture, steady hand, good stories. I have been back twice.'],
    [4, 'Lovely walk. The picture froze for a moment in the old town, as announced beforehand.'],
    [4, 'Knows every corner. I would have liked a little less talking at the viewpoint.'],
    [5, 'I am in hospital, and for half an hour I was not. Thank you.'],
    [3, 'Beautiful, but my own connection was too weak for it. Use medium quality.'],
    [5, 'The clock hours are a great idea: I found everything at once.'],
    [2, 'It was raining and we mostly saw the umbrella. Friendly all the same.'],
    [4, 'On a big screen this is something else. Walk even slower, please.'],
    [5, ''],
  ],
  SPANISH: [
    [5, 'Se para donde le pides y te deja mirar en silencio. Me olvidé de que estaba en casa.'],
    [5, 'Mis alumnos no querían que se acabara. Repetiremos.'],
    [4, 'Precioso. Se cortó un momento en una calle estrecha, pero ya nos había avisado.'],
    [5, 'Mi madre volvió a ver su barrio después de cuarenta años. Gracias de corazón.'],
    [4, 'Explica muy bien. Quizá un poco deprisa en las escaleras.'],
    [3, 'Bonito, aunque con mi línea se veía a saltos. Con calidad media mejoró.'],
    [5, 'Pregunté por una puerta y acabamos hablando media hora de ella.'],
    [2, 'Mucho viento y casi no se oía nada. El lugar, espectacular.'],
    [5, ''],
    [4, 'Volveré al atardecer, dicen que es otra cosa.'],
  ],
};

export type DemoInquiry = {
  kind: 'CONTACT' | 'DEMO';
  language: LanguageRecord;
  /** A username in VIEWERS; null for a visitor without an account. */
  from: string | null;
  firstName?: string;
  email?: string;
  website?: string;
  message: string;
  answer?: string;
};

export const INQUIRIES: DemoInquiry[] = [
  {
    kind: 'DEMO',
    language: 'ENGLISH',
    from: null,
    firstName: 'Harriet',
    email: 'harriet@lettings.example',
    website: 'https://lettings.example',
    message:
      'We let about sixty flats a year and would like to see a viewing by 360° call. Is Thursday possible?',
  },
  {
    kind: 'DEMO',
    language: 'SPANISH',
    from: null,
    firstName: 'Joaquín',
    email: 'joaquin@museo.example',
    website: 'https://museo.example',
    message: 'Queremos enseñar la reserva del museo a investigadores de fuera. ¿Qué cámara nos recomendáis?',
    answer: 'Hola, Joaquín: con poca luz, la RICOH THETA Z1. Te llamamos el martes a las diez para la demo.',
  },
  {
    kind: 'CONTACT',
    language: 'ENGLISH',
    from: 'big-screen',
    message: 'On my screen the floor is slightly tilted. Is there a way to level the picture?',
  },
  {
    kind: 'CONTACT',
    language: 'SPANISH',
    from: 'abuela-conectada',
    message: '¿Puedo hacer la letra del código más grande? Mi hermana no ve bien.',
    answer: 'Sí: amplía la página con el navegador. El código se hace tan grande como quepa en la pantalla.',
  },
  {
    kind: 'CONTACT',
    language: 'ENGLISH',
    from: null,
    email: 'noise@street.example',
    message: 'Can I use an external microphone with my 360° camera?',
    answer: 'Yes. Choose it under Microphone when you create the room.',
  },
  {
    kind: 'CONTACT',
    language: 'ENGLISH',
    from: 'bed-seven',
    message: 'Thank you for this. Could there be a list of streamers who walk slowly?',
  },
  {
    kind: 'DEMO',
    language: 'ENGLISH',
    from: null,
    firstName: 'Bo',
    email: 'bo@school.example',
    message: 'A class of 24 on one screen: does that work?',
  },
  {
    kind: 'CONTACT',
    language: 'SPANISH',
    from: 'clase-de-tercero',
    message: '¿Se puede reservar la misma hora cada semana con la misma persona?',
  },
  {
    kind: 'CONTACT',
    language: 'SPANISH',
    from: null,
    message: '¡Enhorabuena por la página! No necesito respuesta.',
  },
  {
    kind: 'CONTACT',
    language: 'ENGLISH',
    from: 'night-bus-reader',
    message:
      'The invitation link opened inside an app that has no camera access. Copying it into the browser worked.',
    answer: 'Thank you, that will help others: some messaging apps have a browser of their own.',
  },
];

export const SUBSCRIPTIONS: Record<LanguageRecord, string[]> = {
  ENGLISH: [
    'guide.anna',
    'harbour.pilot',
    'old.town.keys',
    'ranger.north',
    'market.voice',
    'tram.nine',
    'dune.walker',
  ],
  SPANISH: [
    'guia.sierra',
    'barrio.alto',
    'ruta.del.vino',
    'mirador.sur',
    'playa.norte',
    'taller.abierto',
    'faro.viejo',
  ],
};
