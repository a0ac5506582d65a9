import type { Language } from './language.ts';
import { listWords } from './words-of.ts';

export const german: Language = {
  share: 0.12,
  words: listWords(`
    und die der das nicht ich ist in es zu ein mit auf war heute noch schon wieder eine den
    für von am im so wie aber auch wenn nur mal dann wir man hat sich bei nach immer morgen
    Garten Fahrrad Brot Kaffee Wetter Bahn Buch Musik Küche Fenster Straße Stadt Wald Berg See
    Regen Schnee Sonne Freitag Wochenende Nachbar Werkstatt Kabel Rechner Sicherung Drucker
    Ofen Teig Hefe Mehl Tomate Apfel Biene Vogel Brücke Hafen Markt Brief Gedicht Satz Frage
    Antwort Grund Abend Reise Karte Zelt Seil Wolle Faden Nadel Stoff Muster schön langsam
    endlich vielleicht eigentlich trotzdem leider wirklich
  `),
  syllables: listWords(`
    an ber dorf ein feld gart haus ig jahr kel land mut nach orts pfer quel rau sch tal um vor
    wald zeit bach stein hof burg lich
  `),
  separator: ' ',
  fullStop: '.',
};
