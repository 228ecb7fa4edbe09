// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

/// @title The claims of one published list
/// @notice Holds the tokens of a list and pays them to the accounts on it, each amount by its schedule. There is no
/// owner, no deadline and no way back: once funded, the tokens leave only by a claim.
contract SynxClaims {
    using SafeERC20 for IERC20;

    /// One line of the list, in base units, with its way to the root.
    struct Entry {
        address account;
        uint64 bought;
        uint64 staked;
        uint64 rewards;
        uint64 airdrop;
        bytes32[] proof;
    }

    /// Nothing before `start`, everything from `end`, in between in proportion to the time; seconds since 1970.
    struct Schedule {
        uint256 start;
        uint256 end;
    }

    IERC20 public immutable token;
    /// The root of the list, as of OpenZeppelin's StandardMerkleTree.
    bytes32 public immutable root;
    /// The SHA-256 of the published list.
    bytes32 public immutable list;
    /// The sum of the list in base units; more is never paid.
    uint256 public immutable total;

    /// Four times of 64 bits each: an array cannot be immutable.
    uint256 private immutable starts;
    uint256 private immutable ends;

    /// Whether the whole sum has arrived. Nothing is paid before, so that nobody is paid at another's expense.
    bool public funded;
    uint256 public claimedTotal;
    /// What the entry of an account has paid. One number is enough, because what is open never falls.
    mapping(address account => uint256) public claimed;

    event Funded();
    event Claimed(address indexed account, address indexed to, uint256 amount);

    error InvalidList();
    error InvalidTotal();
    error InvalidSchedule(uint256 kind);
    error NotFunded();
    error NotListed();
    error NotAccount();
    error InvalidReceiver();
    error NothingOpen();

    /// @param schedules_ Of what was bought, staked, earned as rewards and earned in the airdrop, in this order.
    constructor(IERC20 token_, bytes32 root_, bytes32 list_, uint256 total_, Schedule[4] memory schedules_) {
        require(root_ != 0 && list_ != 0, InvalidList());
        require(total_ != 0 && total_ <= token_.totalSupply(), InvalidTotal());
        uint256 starts_;
        uint256 ends_;
        for (uint256 i = 0; i < 4; ++i) {
            (uint256 start, uint256 end) = (schedules_[i].start, schedules_[i].end);
            // The upper bound refuses milliseconds, with which the tokens would be locked for ever.
            bool isSound = block.timestamp <= start && start <= end && end <= block.timestamp + 3650 days;
            require(isSound, InvalidSchedule(i));
            starts_ |= start << (64 * i);
            ends_ |= end << (64 * i);
        }
        (token, root, list, total, starts, ends) = (token_, root_, list_, total_, starts_, ends_);
    }

    /// @notice Anybody may state that the tokens are here. It stays so, however much is claimed.
    function fund() external {
        if (funded) return;
        require(token.balanceOf(address(this)) >= total, NotFunded());
        funded = true;
        emit Funded();
    }

    /// @notice Anybody may send it. Pays what is open to the account of the entry.
    function claim(Entry calldata entry) external {
        _claim(entry, entry.account);
    }

    /// @notice Only for the account of the entry. Pays what is open to the receiver it names.
    function claimTo(Entry calldata entry, address to) external {
        require(msg.sender == entry.account, NotAccount());
        _claim(entry, to);
    }

    /// @notice Anybody may send it. Pays each entry to its account and skips those with nothing to pay, for whatever
    /// reason: somebody else's claim in between does not undo the others.
    function claimMany(Entry[] calldata entries) external {
        require(funded, NotFunded());
        for (uint256 i = 0; i < entries.length; ++i) {
            Entry calldata entry = entries[i];
            address account = entry.account;
            if (!_canReceive(account) || !_isListed(entry)) continue;
            uint256 amount = _open(entry);
            if (amount != 0) _pay(account, account, amount);
        }
    }

    /// @notice What an entry pays in all until a time; the entry may be any, its proof is not looked at.
    function vested(Entry calldata entry, uint256 time) public view returns (uint256) {
        return _vested(entry.bought, 0, time) + _vested(entry.staked, 1, time) + _vested(entry.rewards, 2, time)
            + _vested(entry.airdrop, 3, time);
    }

    /// @notice The schedules in the order of the constructor.
    function schedules() external view returns (Schedule[4] memory all) {
        for (uint256 kind = 0; kind < 4; ++kind) {
            (all[kind].start, all[kind].end) = _schedule(kind);
        }
    }

    function _claim(Entry calldata entry, address to) private {
        require(funded, NotFunded());
        require(_canReceive(to), InvalidReceiver());
        require(_isListed(entry), NotListed());
        uint256 amount = _open(entry);
        require(amount != 0, NothingOpen());
        _pay(entry.account, to, amount);
    }

    /// Counts first and transfers last.
    function _pay(address account, address to, uint256 amount) private {
        claimed[account] += amount;
        claimedTotal += amount;
        emit Claimed(account, to, amount);
        token.safeTransfer(to, amount);
    }

    /// What an entry would be paid now; nothing if the rest of the sum is less, which a sound list never asks for.
    function _open(Entry calldata entry) private view returns (uint256) {
        uint256 due = vested(entry, block.timestamp);
        uint256 paid = claimed[entry.account];
        // Less than paid: a second entry of the same account, which a sound list does not have either.
        if (due <= paid || due - paid > total - claimedTotal) return 0;
        return due - paid;
    }

    /// The leaf is hashed twice, so that no inner node of the tree passes for one.
    function _isListed(Entry calldata entry) private view returns (bool) {
        bytes32 line = keccak256(abi.encode(entry.account, entry.bought, entry.staked, entry.rewards, entry.airdrop));
        return MerkleProof.verifyCalldata(entry.proof, root, keccak256(bytes.concat(line)));
    }

    /// The token refuses the first two; tokens sent to this contract would count as paid.
    function _canReceive(address to) private view returns (bool) {
        return to != address(0) && to != address(token) && to != address(this);
    }

    function _vested(uint256 amount, uint256 kind, uint256 time) private view returns (uint256) {
        (uint256 start, uint256 end) = _schedule(kind);
        if (time < start) return 0;
        if (time >= end) return amount;
        // All are of 64 bits.
        unchecked {
            return amount * (time - start) / (end - start);
        }
    }

    function _schedule(uint256 kind) private view returns (uint256 start, uint256 end) {
        start = (starts >> (64 * kind)) & type(uint64).max;
        end = (ends >> (64 * kind)) & type(uint64).max;
    }
}
