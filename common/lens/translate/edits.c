/* edits.c: collects the changes of all passes and applies them in one go. */
#include "edits.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { ORDER_AFTER, ORDER_BEFORE, ORDER_REPLACE, NUM_ORDERS };

static void add_lines(lens_edits *edits, size_t at, size_t removed, int order, const char *text) {
  if (edits->status != SL_OK) return;
  if (edits->count == edits->capacity) {
    int capacity = 2 * edits->capacity + 64;
    edits->status = sl_resize((size_t)capacity, sizeof *edits->list, "edits", &edits->list);
    if (edits->status != SL_OK) return;
    edits->capacity = capacity;
  }
  size_t start = edits->pool.length;
  lens_text_add_string(&edits->pool, text);
  edits->status = edits->pool.status;
  if (edits->status != SL_OK) return;
  edits->list[edits->count] = (lens_edit){at, removed, start, edits->pool.length - start,
                                          order + NUM_ORDERS * edits->count};
  edits->count++;
}

static void add_edit(lens_edits *edits, size_t at, size_t removed, int order, const char *text) {
  size_t start = edits->pool.length;
  add_lines(edits, at, removed, order, text);
  for (size_t i = start; edits->status == SL_OK && i < edits->pool.length; i++) {
    char *c = &edits->pool.data[i];
    if (*c == '\n' || *c == '\r') *c = ' '; /* the text may be a copied type over two lines */
  }
}

void lens_edit_before(lens_edits *edits, int token, const char *text) {
  add_edit(edits, edits->source->tokens[token].start, 0, ORDER_BEFORE, text);
}

void lens_edit_after(lens_edits *edits, int token, const char *text) {
  const lens_token *t = &edits->source->tokens[token];
  add_edit(edits, t->end, 0, ORDER_AFTER, text);
}

void lens_edit_lines_before(lens_edits *edits, int token, const char *text) {
  add_lines(edits, edits->source->tokens[token].start, 0, ORDER_BEFORE, text);
}

void lens_edit_lines_after(lens_edits *edits, int token, const char *text) {
  const lens_token *t = &edits->source->tokens[token];
  add_lines(edits, t->end, 0, ORDER_AFTER, text);
}

void lens_edit_replace(lens_edits *edits, int token, const char *text) {
  const lens_token *t = &edits->source->tokens[token];
  add_edit(edits, t->start, t->end - t->start, ORDER_REPLACE, text);
}

void lens_edit_take(lens_edits *edits, lens_edit_kind *edit, int token, lens_text *text) {
  if (text->status == SL_OK)
    edit(edits, token, text->data);
  else
    edits->status = text->status;
  lens_text_free(text);
}

void lens_edit_remove(lens_edits *edits, int begin, int end) {
  for (int i = begin; i < end; i++) lens_edit_replace(edits, i, "");
}

/* Orders edits by place, then by kind, then in the order in which they were added. */
static int compare_edits(const void *left, const void *right) {
  const lens_edit *a = left, *b = right;
  if (a->at != b->at) return a->at < b->at ? -1 : 1;
  int kind = a->order % NUM_ORDERS - b->order % NUM_ORDERS;
  return kind != 0 ? kind : (a->order > b->order) - (a->order < b->order);
}

static void keep_line_ends(lens_text *out, const char *removed, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (removed[i] == '\n')
      lens_text_add(out, i > 0 && removed[i - 1] == '\\' ? "\\\n" : "\n",
                    i > 0 && removed[i - 1] == '\\' ? 2 : 1);
  }
}

sl_status lens_edits_apply(lens_edits *edits, lens_text *out) {
  if (edits->status != SL_OK) return edits->status;
  if (edits->count > 0)
    qsort(edits->list, (size_t)edits->count, sizeof *edits->list, compare_edits);
  const char *source = edits->source->text;
  size_t copied = 0;
  for (int i = 0; i < edits->count; i++) {
    const lens_edit *edit = &edits->list[i];
    if (edit->at < copied) continue; /* a second replacement of the same token */
    lens_text_add(out, source + copied, edit->at - copied);
    lens_text_add(out, edits->pool.data + edit->text, edit->inserted);
    keep_line_ends(out, source + edit->at, edit->removed);
    copied = edit->at + edit->removed;
  }
  lens_text_add(out, source + copied, edits->source->bytes - copied);
  return out->status;
}

void lens_edits_free(lens_edits *edits) {
  sl_free(edits->list);
  lens_text_free(&edits->pool);
  *edits = (lens_edits){0};
}
