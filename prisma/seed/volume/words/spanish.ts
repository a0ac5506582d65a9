import type { Language } from './language.ts';
import { listWords } from './words-of.ts';

export const spanish: Language = {
  share: 0.12,
  words: listWords(`
    de la que el en y a los se un por con no una su para es al lo como más pero sus le ya o
    este sí porque esta entre cuando muy sin sobre también me hasta hay donde todo nos hoy
    mañana siempre nunca casa jardín bicicleta pan café lluvia tren libro música cocina
    ventana calle ciudad bosque montaña río nieve sol viernes vecino taller cable servidor
    copia horno masa levadura harina tomate manzana abeja pájaro puente puerto mercado carta
    poema frase pregunta respuesta razón tarde viaje mapa tienda cuerda lana hilo aguja tela
    dibujo bonito despacio quizás amigo familia perro gato
  `),
  syllables: listWords(`
    ca de fi go lu ma ne pi ro sa te vi zu bra cre dri flo gra lla mien que rro sol tra ven ña
    ción dad
  `),
  separator: ' ',
  fullStop: '.',
};
