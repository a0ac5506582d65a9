import { listWords } from './words-of.ts';

export const firstNames = listWords(`
    Ada Adam Aiko Alba Amara Amir Ana Anders Anya Ayo Bea Ben Carla Chen Chloe Dana Diego Ebba
    Elif Emil Eva Farid Fatou Finn Freya Gita Hana Hugo Ida Ines Ivan Jana Jonas Kaito Kemi
    Lea Leo Lina Luca Malik Mara Mei Mila Nadia Nia Noor Olga Omar Oskar Paula Priya Quinn
    Rafa Rosa Sami Sena Sofia Tariq Tomas Uma Vera Wanda Yara Yusuf Zoe
  `);

export const lastNames = listWords(`
    Abara Adler Almeida Andersen Bakker Banerjee Becker Berg Castro Cohen Costa Diallo
    Dimitrov Eriksen Fischer Fofana Garcia Haddad Hansen Hoffmann Ibrahim Ito Jansen Kaya
    Keller Kim Kowalski Kumar Larsen Lopez Marino Mensah Meyer Moreau Nakamura Nguyen Novak
    Okafor Oliveira Park Petrov Popescu Rahman Rossi Sato Schmidt Silva Singh Sokolov Suzuki
    Tanaka Torres Varga Virtanen Wagner Weber Yilmaz Zhang
  `);
