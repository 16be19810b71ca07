// The seven colours can be told apart with every kind of colour vision.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fixture, snake, withFolder } from './snake.mjs';

/**
 * Colour vision as matrices on linear RGB: Machado, Oliveira, Fernandes (2009), "A physiologically-based
 * model for simulation of color vision deficiency", severity 1.
 */
const VISIONS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Least distance in Oklab. Okabe and Ito's palette reaches 0.076, the difference just noticed is 0.02. */
const LEAST_DISTANCE = 0.12;

/** Least contrast of a number on its colour, that of WCAG 2 for text of its weight. */
const LEAST_CONTRAST = 3;

const multiply = (matrix, vector) =>
  matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * vector[index], 0));

function linear(hex) {
  const channels = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  return channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
}

/** Oklab (Ottosson 2020) of linear RGB. */
function oklab(rgb) {
  const cones = multiply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb.map((c) => Math.min(Math.max(c, 0), 1)),
  ).map(Math.cbrt);
  return multiply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

const luminance = (hex) => multiply([[0.2126, 0.7152, 0.0722]], linear(hex))[0];

test('any two colours can be told apart, and numbers read on them', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'game.html');
    await snake('view', fixture('official/0000.txt'), fixture('answers/0000.txt'), '-o', path);
    const page = await readFile(path, 'utf8');
    const colours = (kind) =>
      [1, 2, 3, 4, 5, 6, 7].map((c) => new RegExp(`--${kind}-${c}: (#[0-9a-f]{6});`).exec(page)[1]);
    const paints = colours('paint');
    for (const [vision, matrix] of Object.entries(VISIONS)) {
      const seen = paints.map((hex) => oklab(multiply(matrix, linear(hex))));
      for (let a = 0; a < seen.length; a++) {
        for (let b = 0; b < a; b++) {
          const distance = Math.hypot(...seen[a].map((x, index) => x - seen[b][index]));
          assert.ok(
            distance >= LEAST_DISTANCE,
            `${vision}: ${paints[a]} and ${paints[b]}, ${distance}`,
          );
        }
      }
    }
    colours('text').forEach((text, index) => {
      const [dark, light] = [luminance(text), luminance(paints[index])].sort((a, b) => a - b);
      const contrast = (light + 0.05) / (dark + 0.05);
      assert.ok(contrast >= LEAST_CONTRAST, `${text} on ${paints[index]}: ${contrast}`);
    });
  }));
