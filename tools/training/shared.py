"""Token vectors while they are trained: sums of a vector for the stem, one for the word, and one for the very form.

What a rare form means is learned from all the others of its word; where it differs, its own part says so.
"""
import torch

# How fast each part learns, beside the first.
RATES = (1.0, 0.3, 0.3)


class RowRms:
    """RMSprop that touches only the batch's own rows, and so takes half the time of Adam over the whole table.

    The mean square of a row fades with every step, its own or not: a rare token makes large steps, as with Adam.
    """

    def __init__(self, table, fade=0.98):
        self.table, self.fade, self.step_count = table, fade, 0
        self.squares, self.last = torch.zeros_like(table), torch.zeros(len(table), dtype=torch.long)

    @torch.no_grad()
    def step(self, places, rows, rate):
        """`rows` of the table at `places`, with their gradients"""
        self.step_count += 1
        faded = self.fade ** (self.step_count - self.last[places]).float()[:, None]
        squares = self.squares[places].mul_(faded).addcmul_(rows.grad, rows.grad, value=1 - self.fade)
        self.squares.index_copy_(0, places, squares)
        self.last[places] = self.step_count
        self.table.index_copy_(0, places, rows.detach().addcdiv(rows.grad, squares.sqrt_().add_(1e-9), value=-rate))


class Part:
    """One vector for all tokens of the same `group`; only where that is narrower than the part before, if there is one."""

    def __init__(self, table, groups, before, rate):
        self.groups, self.rate, self.optimizer = groups, rate, RowRms(table)
        self.table = table
        if before is None:
            self.applies = torch.ones(len(groups), dtype=torch.bool)
        else:
            pairs = torch.unique(torch.stack([before, groups]), dim=1)
            self.applies = torch.bincount(pairs[0], minlength=len(groups))[before] > 1

    def pick(self, tokens):
        """Its share of the vectors of `tokens`, for one step."""
        self.mine = self.applies[tokens].nonzero()[:, 0]
        self.places, back = torch.unique(self.groups[tokens[self.mine]], return_inverse=True)
        self.rows = self.table[self.places].requires_grad_()
        return torch.zeros(len(tokens), self.table.shape[1]).index_add(0, self.mine, self.rows[back])

    def step(self, rate):
        self.optimizer.step(self.places, self.rows, rate * self.rate)

    def whole(self):
        return self.table[self.groups] * self.applies[:, None]


class SharedTable:
    def __init__(self, table, levels):
        """levels: for each part, from coarse to fine, which group each token is of. The first begins as `table`."""
        groups = [torch.tensor(level) for level in levels]
        tables = [table.clone(), *(torch.zeros_like(table) for _ in groups[1:])]
        self.parts = list(map(Part, tables, groups, [None, *groups[:-1]], RATES))

    def pick(self, tokens):
        """Vectors of `tokens`, which are without repetition."""
        return sum(part.pick(tokens) for part in self.parts)

    def step(self, rate):
        """Once their gradients are known."""
        for part in self.parts:
            part.step(rate)

    def whole(self):
        """The table that they amount to."""
        return sum(part.whole() for part in self.parts)
