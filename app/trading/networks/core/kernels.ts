/**
 * Inner loops: matrix times vector, transposed matrix times vector, outer product. Matrices are
 * blocks of long arrays. The order of additions is fixed. Callers guarantee the lengths.
 */

/** out[r] = bias[r] + sum of matrix[r][c] x[c]. */
export function multiplyMatrix(
  weights: Float64Array,
  matrixAt: number,
  biasAt: number,
  x: Float64Array,
  xAt: number,
  columns: number,
  out: Float64Array,
  rows: number,
): void {
  for (let row = 0; row < rows; row += 1) out[row] = weights[biasAt + row] ?? 0;
  addMultiplied(weights, matrixAt, x, xAt, columns, out, rows);
}

/**
 * out[r] += sum of matrix[r][c] x[c]. Processes four rows at a time so that their additions run
 * independently.
 */
export function addMultiplied(
  weights: Float64Array,
  matrixAt: number,
  x: Float64Array,
  xAt: number,
  columns: number,
  out: Float64Array,
  rows: number,
): void {
  let row = 0;
  for (; row + 4 <= rows; row += 4)
    addMultipliedFourRows(weights, matrixAt + row * columns, x, xAt, columns, out, row);
  for (; row < rows; row += 1) {
    const at = matrixAt + row * columns;
    let sum = 0;
    for (let i = 0; i < columns; i += 1) sum += (weights[at + i] ?? 0) * (x[xAt + i] ?? 0);
    out[row] = (out[row] ?? 0) + sum;
  }
}

function addMultipliedFourRows(
  weights: Float64Array,
  a: number,
  x: Float64Array,
  xAt: number,
  columns: number,
  out: Float64Array,
  row: number,
): void {
  const b = a + columns;
  const c = b + columns;
  const d = c + columns;
  let sumA = 0;
  let sumB = 0;
  let sumC = 0;
  let sumD = 0;
  for (let i = 0; i < columns; i += 1) {
    const value = x[xAt + i] ?? 0;
    sumA += (weights[a + i] ?? 0) * value;
    sumB += (weights[b + i] ?? 0) * value;
    sumC += (weights[c + i] ?? 0) * value;
    sumD += (weights[d + i] ?? 0) * value;
  }
  out[row] = (out[row] ?? 0) + sumA;
  out[row + 1] = (out[row + 1] ?? 0) + sumB;
  out[row + 2] = (out[row + 2] ?? 0) + sumC;
  out[row + 3] = (out[row + 3] ?? 0) + sumD;
}

/**
 * out[c] += sum of matrix[r][c] slope[r]: backpropagation through a layer. Two rows at a time share
 * each read of out, in order.
 */
export function addTransposed(
  weights: Float64Array,
  matrixAt: number,
  slope: Float64Array,
  rows: number,
  out: Float64Array,
  columns: number,
): void {
  let row = 0;
  for (; row + 2 <= rows; row += 2) {
    const byA = slope[row] ?? 0;
    const byB = slope[row + 1] ?? 0;
    const a = matrixAt + row * columns;
    const b = a + columns;
    for (let i = 0; i < columns; i += 1)
      out[i] = (out[i] ?? 0) + byA * (weights[a + i] ?? 0) + byB * (weights[b + i] ?? 0);
  }
  for (; row < rows; row += 1) {
    const by = slope[row] ?? 0;
    const a = matrixAt + row * columns;
    for (let i = 0; i < columns; i += 1) out[i] = (out[i] ?? 0) + by * (weights[a + i] ?? 0);
  }
}

/** gradient[r][c] += slope[r] x[c]. Four rows at a time share each read of x. */
export function addOuter(
  gradient: Float64Array,
  matrixAt: number,
  slope: Float64Array,
  rows: number,
  x: Float64Array,
  xAt: number,
  columns: number,
): void {
  let row = 0;
  for (; row + 4 <= rows; row += 4)
    addOuterFourRows(gradient, matrixAt + row * columns, slope, row, x, xAt, columns);
  for (; row < rows; row += 1) {
    const by = slope[row] ?? 0;
    const a = matrixAt + row * columns;
    for (let i = 0; i < columns; i += 1)
      gradient[a + i] = (gradient[a + i] ?? 0) + by * (x[xAt + i] ?? 0);
  }
}

function addOuterFourRows(
  gradient: Float64Array,
  a: number,
  slope: Float64Array,
  row: number,
  x: Float64Array,
  xAt: number,
  columns: number,
): void {
  const byA = slope[row] ?? 0;
  const byB = slope[row + 1] ?? 0;
  const byC = slope[row + 2] ?? 0;
  const byD = slope[row + 3] ?? 0;
  const b = a + columns;
  const c = b + columns;
  const d = c + columns;
  for (let i = 0; i < columns; i += 1) {
    const value = x[xAt + i] ?? 0;
    gradient[a + i] = (gradient[a + i] ?? 0) + byA * value;
    gradient[b + i] = (gradient[b + i] ?? 0) + byB * value;
    gradient[c + i] = (gradient[c + i] ?? 0) + byC * value;
    gradient[d + i] = (gradient[d + i] ?? 0) + byD * value;
  }
}

/** gradient[r] += slope[r]. */
export function addSlopes(
  gradient: Float64Array,
  biasAt: number,
  slope: Float64Array,
  rows: number,
): void {
  for (let row = 0; row < rows; row += 1)
    gradient[biasAt + row] = (gradient[biasAt + row] ?? 0) + (slope[row] ?? 0);
}
